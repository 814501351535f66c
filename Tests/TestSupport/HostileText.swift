/// Texts that attack whoever shows them: terminals, browsers, parsers and readers.
package struct HostileText: Sendable, CustomStringConvertible {
    /// What it attacks with.
    package let description: String
    package let text: String

    package static let all: [HostileText] = [
        .init(description: "a terminal's colours", text: "a\u{1B}[31mred\u{1B}[0m"),
        .init(description: "a terminal's title", text: "a\u{1B}]0;owned\u{7}b"),
        .init(description: "one-byte escapes", text: "a\u{9B}31mb\u{9D}0;owned\u{9C}"),
        .init(description: "an overwritten line", text: "denied\rallowed\u{8}\u{8}ok"),
        .init(
            description: "another line", text: "a\nreceipts: error: made up\u{B}\u{C}\u{85}\u{2028}\u{2029}b"),
        .init(description: "a zero byte", text: "a\0b"),
        .init(description: "reversed text", text: "user\u{202E}nimda\u{202C} \u{2066}x\u{2069}\u{200F}"),
        .init(description: "marks without end", text: "e" + String(repeating: "\u{301}", count: 2000)),
        .init(description: "a joined family", text: "👩‍👩‍👧‍👦" + String(repeating: "\u{200D}👦", count: 300)),
        .init(description: "invisible letters", text: "a\u{200B}\u{FEFF}\u{E0041}\u{AD}b"),
        .init(description: "a script", text: "<script>alert(1)</script><img src=x onerror=alert(1)>"),
        .init(
            description: "an end of its element", text: "</td></pre></text></title>\"' onload='x()'>&lt;&#0;"),
        .init(description: "an end of data", text: "]]><!--<?xml?>--><![CDATA["),
        .init(description: "a formula", text: "=cmd|'/C calc'!A0`$(touch /tmp/owned)`;"),
        .init(
            description: "a workflow's command", text: "::error file=a,line=1::owned%0A::set-env name=x::y"),
        .init(description: "not a character", text: "a\u{FFFE}\u{FFFF}\u{10FFFF}\u{FFFD}b"),
        .init(description: "two forms of a letter", text: "\u{E9} e\u{301}"),
    ]

    /// What of an output can move a cursor, reverse or hide text, or end a line early. Line feeds and tabs are left out.
    package static func dangers(in output: String) -> [Unicode.Scalar] {
        output.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x9, 0xA: false
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }
}
