import FirestoreModel

extension RulePath {
    /// Reads the text of `path(text)`: segments separated by slashes, escaped as in URLs, and variables in braces.
    init(template text: String) throws(EvaluationFailure) {
        if text.isEmpty { throw .error(.emptyPathTemplate) }
        var segments: [Segment] = []
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count > 1, parts[0].isEmpty { parts.removeFirst() }
        for part in parts {
            let segment = try Segment(template: part, in: text)
            if let name = segment.name, segments.contains(where: { $0.hasName(FieldName(name)) }) {
                throw .error(.duplicateTemplateVariable(name))
            }
            segments.append(segment)
        }
        self.init(segments)
    }
}

extension RulePath.Segment {
    fileprivate init(template part: Substring, in text: String) throws(EvaluationFailure) {
        let part = part.trimmingWhitespace
        guard let first = part.unicodeScalars.first else {
            throw .error(.invalidPathTemplate(text, "Empty segment is not allowed."))
        }
        guard first == "{" else {
            self = .literal(try FormEscapes.decoded(part))
            return
        }
        guard part.unicodeScalars.count > 1, part.unicodeScalars.last == "}" else {
            throw .error(.invalidPathTemplate(text, "The capture segment is not closed."))
        }
        var name = part.dropFirst().dropLast()
        let isGlob = name.hasSuffix("=**")
        if isGlob { name = name.dropLast(3) } else if name.hasSuffix("=*") { name = name.dropLast(2) }
        let identifier = String(name).trimmingControls
        guard identifier.isIdentifier else {
            throw .error(
                .invalidPathTemplate(
                    text,
                    "[Identifier [\(identifier)] should start with letter, dollar sign, or underscore and should "
                        + "not start with digit and must not contain spaces."))
        }
        self = isGlob ? .globVariable(identifier) : .variable(identifier)
    }
}

extension Substring {
    /// The text without white space at its ends, as Unicode defines it.
    fileprivate var trimmingWhitespace: Substring {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return self[start..<scalars.index(after: last)]
    }
}

extension String {
    fileprivate var isIdentifier: Bool {
        guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
        return utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
            default: false
            }
        }
    }
}

/// The escapes of HTML forms, as Java's `URLDecoder` reads them: `%20`, and a plus sign for a space.
private enum FormEscapes {
    static func decoded(_ segment: Substring) throws(EvaluationFailure) -> String {
        guard segment.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(segment)
        }
        var bytes: [UInt8] = []
        var rest = segment.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                guard digits.count == 2 else {
                    throw failure(segment, "Incomplete trailing escape (%) pattern")
                }
                guard let value = UInt8(hexadecimal: digits) else {
                    throw failure(
                        segment,
                        "Illegal hex characters in escape (%) pattern - Error at index 0 in: \"\(Substring(digits))\""
                    )
                }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func failure(_ segment: Substring, _ problem: String) -> EvaluationFailure {
        .error(.other("Unable to decode \(segment) to url. Error: URLDecoder: \(problem)"))
    }
}

extension UInt8 {
    fileprivate init?(hexadecimal digits: Substring.UTF8View) {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }) else {
            return nil
        }
        self.init(Substring(digits), radix: 16)
    }
}
