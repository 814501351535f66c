import JSONText
import Testing

/// Text is looked at eight bytes at a time: what is special must be seen wherever it stands.
struct PlainTextTests {
    @Test(arguments: [
        ("\"", #"\""#), ("\\", #"\\"#), ("\u{1F}", #"\u001f"#), ("\u{0}", #"\u0000"#), ("\n", #"\n"#),
        ("\u{2028}", #"\u2028"#), ("é", "é"), ("\u{7F}", "\u{7F}"), (" ", " "), ("!", "!"), ("#", "#"),
        ("]", "]"), ("[", "["), ("\"\\", #"\"\\"#), ("é\"", #"é\""#),
    ])
    func `a special character is escaped and read wherever it stands`(special: String, escaped: String) throws
    {
        for before in 0..<20 {
            for after in 0..<10 {
                let (head, tail) = (
                    String(repeating: "a", count: before), String(repeating: "b", count: after)
                )
                let json = JSON.string(head + special + tail).compactText
                #expect(json == "\"" + head + escaped + tail + "\"")
                #expect(try JSONParser.parse(Array(json.utf8)) == .string(head + special + tail))
            }
        }
    }

    @Test func `a byte that may not stand in a string is refused wherever it stands`() {
        for byte in Array(UInt8.min..<0x20) + [0x80, 0xC0, 0xFF] {
            for before in 0..<20 {
                let text = [0x22] + [UInt8](repeating: 0x61, count: before) + [byte, 0x62, 0x22]
                #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(text) }
            }
        }
    }

    @Test func `a string without an end is refused at any length`() {
        for count in 0..<20 {
            #expect(throws: JSONParser.Failure.self) {
                try JSONParser.parse([0x22] + [UInt8](repeating: 0x61, count: count))
            }
        }
    }
}
