package import JSONText

/// Values as YAML on one line: `{participants: [alice, bob], text: "a: b"}`.
package enum FlowText {
    package static func text(of json: JSON) -> String {
        switch json {
        case .null: "null"
        case .boolean(let bool): bool ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): scalar(text)
        case .array(let elements): "[" + elements.map { self.text(of: $0) }.joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(scalar($0.name)): \(text(of: $0.value))" }.joined(separator: ", ") + "}"
        }
    }

    /// Words that YAML, or a reader with an older version in mind, takes for something else than a text.
    private static let reserved: Set = [
        "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf",
    ]

    /// A text, in quotes where it needs them.
    package static func scalar(_ text: String) -> String {
        let isPlain =
            text.utf8.first.map { isLetter($0) || $0 == UInt8(ascii: "$") } ?? false
            && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "-/.$".utf8.contains($0) }
            && !reserved.contains(text.lowercased()) && text.utf8.count < 100
        return isPlain ? text : JSON.string(text).compactText
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte == UInt8(ascii: "_")
    }
}
