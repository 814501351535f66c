import JSONText
import Testing

struct JSONParserTests {
    private func parse(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)) }

    @Test(
        arguments: [
            ("null", .null), ("true", .boolean(true)), (" false ", .boolean(false)),
            ("\t\r\n 1 \n", .number("1")),
            ("0", .number("0")), ("-0", .number("-0")), ("-0.0", .number("-0.0")), ("10", .number("10")),
            ("1.50", .number("1.50")), ("1e5", .number("1e5")), ("1E+05", .number("1E+05")),
            ("0e-1", .number("0e-1")),
            ("123456789012345678901234567890", .number("123456789012345678901234567890")),
            ("\"\"", .string("")), ("\"a\"", .string("a")), ("\"é😀\"", .string("é😀")),
            ("\"\u{7F}\"", .string("\u{7F}")),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u0041\u00e9\u00E9\u0000""#, .string("Aéé\u{0}")),
            (#""\uFFEE\uffff""#, .string("\u{FFEE}\u{FFFF}")),
            (#""\ud83d\ude00""#, .string("😀")), (#""a\uD83D\uDE00b""#, .string("a😀b")),
            (#""\udbff\udfff""#, .string("\u{10FFFF}")),
            ("[]", .array([])), ("[ ]", .array([])),
            ("[1,\"a\" , []]", .array([.number("1"), .string("a"), .array([])])),
            ("{}", .object([])), ("{ }", .object([])), ("{\"\":1}", .object([JSON.Member("", .number("1"))])),
            (
                "{\"b\":1 , \"a\" : {\"\\u0063\":null}}",
                .object([
                    JSON.Member("b", .number("1")), JSON.Member("a", .object([JSON.Member("c", .null)])),
                ])
            ),
            (
                "{\"a\":1,\"b\":3,\"a\":2}",
                .object([JSON.Member("a", .number("2")), JSON.Member("b", .number("3"))])
            ),
            (
                "{\"é\":1,\"e\u{301}\":2}",
                .object([JSON.Member("é", .number("1")), JSON.Member("e\u{301}", .number("2"))])
            ),
            ("\u{FEFF}{}", .object([])),
        ] as [(String, JSON)])
    func `a text of the grammar is read`(text: String, expected: JSON) throws {
        #expect(try parse(text) == expected)
    }

    @Test func `a text that is cut off is refused at its end`() {
        let text = #"{"s" : "a\nb\u00e9é" , "n":[-1.5e+3,true,null,{"":{}}]}"#
        for length in 0..<text.utf8.count {
            let bytes = Array(text.utf8.prefix(length))
            #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(bytes) }
        }
    }

    @Test(arguments: [
        (#""\ud83d""#, "?"), (#""\ude00""#, "?"), (#""a\ude00b""#, "a?b"), (#""\ud83dx""#, "?x"),
        (#""\ud83d\n""#, "?\n"), (#""\ud83d\ud83d\ude00""#, "?😀"), (#""\ud83d\u0041""#, "?A"),
        (#""\ude00\ud83d""#, "??"),
    ])
    func `a lone surrogate reads as a question mark`(text: String, expected: String) throws {
        #expect(try parse(text) == .string(expected))
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "NULL", "True", "truefalse", "undefined", "NaN", "Infinity", "-Infinity",
        "01", "-01", "00", "-", "+1", ".5", "-.5", "5.", "1.e5", "1e", "1e+", "1e-", "1.5.5", "0x10", "1_000",
        "1 2",
        "--1", "٣", "\"", "\"a", "'a'", "a", "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "\"\u{1F}\"",
        #""\a""#, #""\""#, #""\u""#, #""\u12""#, #""\u123""#, #""\u123g""#, #""\u+123""#, #""\U0041""#,
        #""\ud83d\u""#,
        #""\ud83d\u12"#, #""\x41""#, #""\"#, #""\u00"#,
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1;2]", "[1]]", "[}",
        "{", "}", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\" 1}",
        "{\"a\"=1}",
        "{a:1}", "{'a':1}", "{1:1}", "{\"a\":1 \"b\":2}", "{\"a\"::1}", "{}{}", "{} x", "[],",
        "// x\n{}", "/* */{}", "# x\n{}", ")]}'\n{}", "\u{FEFF}", "\u{FEFF}\u{FEFF}{}", "\u{A0}1",
        "\u{2028}1",
    ])
    func `anything else is refused`(text: String) {
        #expect(throws: JSONParser.Failure.self) { try parse(text) }
    }

    @Test(
        arguments: [
            [0x80], [0xFF], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xE2, 0x28, 0xA1],
            [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func `a string that is not UTF-8 is refused, wherever it stands`(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        for prefix in ["", "abc", "\\n", "é"] {
            for suffix in ["", "abc", "\\n"] {
                let text = [quote] + Array(prefix.utf8) + bytes + Array(suffix.utf8) + [quote]
                #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(text) }
                #expect(throws: JSONParser.Failure.self) {
                    try JSONParser.parse([UInt8(ascii: "{")] + text + Array(":1}".utf8))
                }
            }
        }
        #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(bytes) }
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func `nesting has a limit`(open: String, close: String) throws {
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        }
        #expect(JSONParser.maximumDepth == 256)
        #expect(throws: Never.self) { try parse(nested(256)) }
        #expect(throws: JSONParser.Failure.self) { try parse(nested(257)) }
        #expect(throws: JSONParser.Failure.self) { try parse(nested(100_000)) }
        #expect(throws: JSONParser.Failure.self) { try parse(String(repeating: open, count: 100_000)) }
    }

    @Test(arguments: [
        ("{\"a\":tru}", 5, "unexpected word"), ("[1,]", 3, "unexpected character"),
        ("{} x", 3, "text after the end"),
        ("[\"a\u{1}\"]", 3, "control character in a string"), ("[1", 2, "',' or ']' is missing"),
        ("\"\\q\"", 2, "unknown escape"),
    ])
    func `a failure tells the place and the reason`(text: String, offset: Int, reason: String) {
        #expect(throws: JSONParser.Failure.self) {
            do {
                _ = try parse(text)
            } catch let failure as JSONParser.Failure {
                #expect(failure.offset == offset)
                #expect(failure.description == "not JSON: \(reason) at byte \(offset)")
                throw failure
            }
        }
    }

    @Test func `members are found by name, the last one of a name`() throws {
        let json = try parse("{\"a\":1,\"b\":[true],\"a\":\"x\"}")
        #expect(json["a"]?.string == "x")
        #expect(json["b"]?.array == [.boolean(true)])
        #expect(json["c"] == nil)
        #expect(json["b"]?["a"] == nil)
        #expect(JSON.null.isNull)
        #expect(!json.isNull)
    }
}
