/// The text form of a field path: names joined by dots, in back-quotes if a name is not a plain identifier.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery#FieldReference>.
extension FieldPath: CustomStringConvertible {
    /// The wire form, such as `readBy` or `` a.`b.c` ``.
    public var description: String {
        guard names.count != 1 else { return FieldPath.text(names[0]) }
        return names.map(FieldPath.text).joined(separator: ".")
    }

    private static func text(_ name: FieldName) -> String {
        isPlain(name.string.utf8) ? name.string : QuotedName.text(name.string)
    }

    /// Why a text is not a field path.
    package enum ParsingError: Error, Equatable, Sendable {
        case empty
        case malformed(String)
        /// A reserved name, which is reported before the rest is parsed.
        case nameOfKey
    }

    /// Reads the wire form.
    ///
    /// - Throws: ``ParsingError`` if a name is empty, or neither a plain identifier nor in back-quotes, or has an
    ///   invalid escape.
    package init(parsing text: String) throws(ParsingError) {
        if text.isEmpty { throw .empty }
        if FieldPath.isPlain(text.utf8) {
            if text == FieldPath.nameOfKey { throw .nameOfKey }
            names = [FieldName(text)]
            return
        }
        var names: [FieldName] = []
        // Bytes suffice: separators and quotes are ASCII, which is never part of another character.
        var rest = Array(text.utf8)[...]
        while true {
            guard let name = FieldPath.takeName(&rest) else { throw .malformed(text) }
            if name == FieldPath.nameOfKey { throw .nameOfKey }
            names.append(FieldName(name))
            guard let separator = rest.popFirst() else { break }
            if separator != UInt8(ascii: ".") { throw .malformed(text) }
        }
        self.names = names
    }

    private static let quote = UInt8(ascii: "`")
    /// What Google's emulator calls `__name__` in its storage.
    private static let nameOfKey = "__key__"

    private static func takeName(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == quote else {
            let name = rest.prefix { isDigit($0) || isLetter($0) }
            rest = rest[name.endIndex...]
            return isPlain(name) ? String(decoding: name, as: UTF8.self) : nil
        }
        rest.removeFirst()
        return QuotedName.take(from: &rest)
    }

    private static func isPlain(_ name: some Collection<UInt8>) -> Bool {
        guard let first = name.first, !isDigit(first) else { return false }
        return name.allSatisfy { isDigit($0) || isLetter($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
}
