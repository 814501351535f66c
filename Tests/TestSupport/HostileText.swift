/// A text that attacks whoever shows it: terminals, browsers, parsers and readers.
package struct HostileText: Sendable, CustomStringConvertible {
    /// What it attacks with.
    package let description: String
    package let text: String

    private init(_ description: String, _ text: String) {
        (self.description, self.text) = (description, text)
    }

    /// What begins a line of an output if a text has left its own line.
    private static let injection = "receipts: error: made up"

    package static let all = [
        HostileText("a terminal's colours", "a\u{1B}[31mred\u{1B}[0m"),
        HostileText("a terminal's title", "a\u{1B}]0;owned\u{7}b"),
        HostileText("one-byte escapes", "a\u{9B}31mb\u{9D}0;owned\u{9C}"),
        HostileText("an overwritten line", "denied\rallowed\u{8}\u{8}ok\u{7F}"),
        HostileText("another line", "a\n\(injection)\nb"),
        HostileText("other line ends", "a\r\nb\u{B}c\u{C}d\u{85}e\u{2028}f\u{2029}g"),
        HostileText("a zero byte", "a\0b"),
        HostileText("reversed text", "user\u{202E}nimda\u{202C} \u{2066}x\u{2069}\u{200F}"),
        HostileText("marks without end", "e" + String(repeating: "\u{301}", count: 300)),
        HostileText("a joined family", "👩‍👩‍👧‍👦" + String(repeating: "\u{200D}👦", count: 100)),
        HostileText("invisible letters", "a\u{200B}\u{FEFF}\u{E0041}\u{AD}b"),
        HostileText("a script", "<script>alert(1)</script><img src=x onerror=alert(1)>"),
        HostileText("an end of its element", "</td></pre></text></title>\"' onload='x()'>&lt;&#0;"),
        HostileText("an end of data", "]]><!--<?xml?>--><![CDATA["),
        HostileText("a formula and a command", "=cmd|'/C calc'!A0`$(touch /tmp/owned)`;"),
        HostileText("a directive of TAP", "a # SKIP\n1..0\nBail out!"),
        HostileText("a document of YAML", "a\n---\n- {b: \"c\n...\n!!x *y"),
        HostileText("not a character", "a\u{FFFE}\u{FFFF}\u{10FFFF}\u{FFFD}b"),
        HostileText("two forms of a letter", "\u{E9} e\u{301}"),
        HostileText("a path upwards", "../../etc/passwd%2F..%00"),
    ]

    /// One of each kind that attacks terminals, and a script: for outputs that take long to make.
    package static let some = all.filter {
        [
            "a terminal's title", "one-byte escapes", "another line", "other line ends", "reversed text",
            "invisible letters", "a script",
        ].contains($0.description)
    }

    /// The text as an id, which has no slash.
    package var id: String { text.replacing("/", with: "|") }

    /// What of an output moves a cursor, reverses or hides text, or ends a line early, and lines that a text has made. Line feeds and tabs belong
    /// to outputs.
    package static func dangers(in output: String) -> [String] {
        let scalars = output.unicodeScalars.filter { scalar in
            switch scalar {
            case "\n", "\t", "\u{200D}": false
            default:
                [.control, .format, .lineSeparator, .paragraphSeparator].contains(
                    scalar.properties.generalCategory)
            }
        }
        let lines = output.split(separator: "\n").filter {
            $0.hasPrefix(injection) || $0.hasPrefix("Bail out") || $0 == "1..0"
        }
        return scalars.map { "U+\(String($0.value, radix: 16))" } + lines.map(String.init)
    }
}
