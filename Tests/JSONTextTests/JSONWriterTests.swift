import JSONText
import TestSupport
import Testing

struct JSONWriterTests {
    private func text(_ style: JSONWriter.Style, _ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(style)
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [0, 1, 511, 512, 4095, 4096, 4097, 8192, 10_000, 1_000_000])
    func `texts of any length are written whole, also several`(length: Int) {
        let long = String(repeating: "x", count: length)
        let json = text(.compact) { writer in
            writer.array([long, "é\"", long]) { $0.string($1) }
        }
        #expect(json == #"["\#(long)","é\"","\#(long)"]"#)
        #expect(text(.compact) { $0.raw(long) } == long)
    }

    /// The layout of Google's emulator, without the line break that ends its answers.
    @Test func `the pretty style is that of Google's emulator`() throws {
        let json = try JSONParser.parse(
            Array(#"{"e":{},"ea":[],"n":null,"o":{"k":"v","i":[1,"x"]},"a":[{"b":true},{},{"c":1.50}]}"#.utf8)
        )
        let expected = """
            {
              "e": {
              },
              "ea": [],
              "n": null,
              "o": {
                "k": "v",
                "i": [1, "x"]
              },
              "a": [{
                "b": true
              }, {
              }, {
                "c": 1.50
              }]
            }
            """
        #expect(text(.pretty) { $0.tree(json) } == expected)
    }

    @Test(arguments: ["{}", "[]", #"{"a":[1,{"b":"\n"}],"c":{}}"#, "[[],[[1]]]", #""x""#, "-1.50"])
    func `the compact style has no space`(text: String) throws {
        #expect(try JSONParser.parse(Array(text.utf8)).compactText == text)
    }

    @Test(arguments: [
        ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\u{8}\u{9}\u{A}\u{C}\u{D}", #"\b\t\n\f\r"#),
        ("\u{0}\u{1}\u{F}\u{10}\u{1F}", #"\u0000\u0001\u000f\u0010\u001f"#), ("\u{7F}", "\u{7F}"),
        ("\u{2028}\u{2029}", #"\u2028\u2029"#), ("\u{2027}\u{202A}\u{2128}â", "\u{2027}\u{202A}\u{2128}â"),
        ("<>&'", "<>&'"), ("é😀", "é😀"), ("a\u{2028}b\"c", #"a\u2028b\"c"#), ("", ""),
    ])
    func `strings are escaped as in Google's emulator`(string: String, escaped: String) {
        #expect(text(.compact) { $0.string(string) } == "\"\(escaped)\"")
    }

    @Test func `errors escape slashes too`() {
        #expect(text(.compact) { $0.stringEscapingSlashes("a/b\"é") } == #""a\/b\"é""#)
    }

    @Test(arguments: SeededGenerator.seeds(20), [JSONWriter.Style.pretty, .compact])
    func `a random tree comes back from its text`(seed: UInt64, style: JSONWriter.Style) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let json = generator.randomJSON(depth: 4)
            var writer = JSONWriter(style)
            writer.tree(json)
            #expect(try JSONParser.parse(writer.bytes) == json)
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func randomJSON(depth: Int) -> JSON {
        switch int(depth > 0 ? 0...5 : 0...3) {
        case 0: .null
        case 1: .boolean(oneIn(2))
        case 2: .number(pick(["0", "-0", "1.50", "1e5", "-123456789012345678901234567890", "0.1E-7"]))
        case 3: .string(randomText())
        case 4: .array(list(0...4) { $0.randomJSON(depth: depth - 1) })
        default:
            // Of several members with one name only the last comes back.
            .object(
                (0..<int(0...4)).map { JSON.Member("\($0)" + randomText(), randomJSON(depth: depth - 1)) })
        }
    }
}
