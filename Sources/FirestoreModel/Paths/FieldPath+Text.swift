/// The text form of a field path: names joined by dots, in back-quotes where a name is not a plain identifier.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery#FieldReference>.
extension FieldPath: CustomStringConvertible {
    /// The wire form, such as `readBy` or `` a.`b.c` ``.
    public var description: String {
        names.map { FieldPath.isPlain($0.string) ? $0.string : FieldPath.quoted($0.string) }.joined(
            separator: ".")
    }

    /// Why a text is not a field path.
    package enum ParsingError: Error, Equatable, Sendable {
        case empty
        case malformed(String)
    }

    /// Reads the wire form.
    ///
    /// - Throws: ``ParsingError`` when a name is empty, or neither a plain identifier nor in back-quotes.
    package init(parsing text: String) throws(ParsingError) {
        if text.isEmpty { throw .empty }
        if FieldPath.isPlain(text) {
            names = [FieldName(text)]
            return
        }
        var names: [FieldName] = []
        var rest = Substring(text).unicodeScalars
        while true {
            guard let name = FieldPath.takeName(&rest) else { throw .malformed(text) }
            names.append(FieldName(name))
            guard let separator = rest.popFirst() else { break }
            if separator != "." { throw .malformed(text) }
        }
        self.names = names
    }

    private static func takeName(_ rest: inout Substring.UnicodeScalarView) -> String? {
        guard rest.first == "`" else {
            let end = rest.firstIndex { $0 == "." || $0 == "`" } ?? rest.endIndex
            let name = String(rest[..<end])
            rest = rest[end...]
            return isPlain(name) ? name : nil
        }
        rest.removeFirst()
        var name = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "`": return name.isEmpty ? nil : String(name)
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                name.append(escaped)
            default: name.append(scalar)
            }
        }
        return nil
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !isDigit(first) else { return false }
        return name.utf8.allSatisfy { isDigit($0) || isLetter($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }

    private static func quoted(_ name: String) -> String {
        var text = "`"
        for scalar in name.unicodeScalars {
            if scalar == "`" || scalar == "\\" { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text + "`"
    }
}
