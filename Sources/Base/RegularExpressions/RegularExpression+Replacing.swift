extension RegularExpression {
    /// The text with every match replaced.
    ///
    /// In the replacement, `$1` and `${name}` stand for groups, and a backslash makes the next character literal.
    ///
    /// - Parameter limit: The maximum size of the result in bytes.
    package func replacing(
        in text: String, with substitute: String, limit: Int = .max, steps: inout Int
    ) throws(MatchFailure) -> String {
        let parts = SubstitutePart.parts(of: substitute, for: self)
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var last = 0
        let slotCount =
            parts.contains { if case .group(let number) = $0 { number > 0 } else { false } }
            ? 2 * (program.groupCount + 1) : 2
        try matches(in: text, slotCount: slotCount, steps: &steps) { (match) throws(MatchFailure) in
            result += bytes[last..<match[0]]
            for part in parts {
                switch part {
                case .text(let text): result += text
                case .missingGroup(let name): throw .noSuchGroup(name)
                case .group(let number):
                    let (start, end) = (match[2 * number], match[2 * number + 1])
                    if start >= 0, end >= start { result += bytes[start..<end] }
                }
            }
            last = match[1]
            if result.count > limit { throw .resultTooLarge }
        }
        result += bytes[last...]
        if result.count > limit { throw .resultTooLarge }
        return String(decoding: result, as: UTF8.self)
    }
}

/// A part of a replacement.
private enum SubstitutePart {
    case text([UInt8])
    /// The match of a group; group 0 is the whole match.
    case group(Int)
    /// A group that the pattern does not have; an error only if there is a match.
    case missingGroup(String)

    static func parts(of substitute: String, for expression: RegularExpression) -> [SubstitutePart] {
        var parts: [SubstitutePart] = []
        var text: [UInt8] = []
        var rest = Array(substitute.utf8)[...]
        while let byte = rest.popFirst() {
            switch (byte, rest.first) {
            case (UInt8(ascii: "\\"), let escaped?):
                rest.removeFirst()
                text.append(escaped)
            case (UInt8(ascii: "$"), let digit?) where (0x30...0x39).contains(digit):
                parts += [.text(text), group(&rest, expression)]
                text = []
            case (UInt8(ascii: "$"), UInt8(ascii: "{")):
                parts += [.text(text), namedGroup(&rest, expression)]
                text = []
            default: text.append(byte)
            }
        }
        return parts + [.text(text)]
    }

    /// Reads as many digits as form the number of an existing group.
    private static func group(
        _ rest: inout ArraySlice<UInt8>, _ expression: RegularExpression
    ) -> SubstitutePart {
        let count = expression.program.groupCount
        var number = Int(rest.removeFirst() - 0x30)
        while let digit = rest.first, (0x30...0x39).contains(digit),
            number * 10 + Int(digit - 0x30) <= count
        {
            number = number * 10 + Int(digit - 0x30)
            rest.removeFirst()
        }
        return number <= count ? .group(number) : .missingGroup(String(number))
    }

    private static func namedGroup(
        _ rest: inout ArraySlice<UInt8>, _ expression: RegularExpression
    ) -> SubstitutePart {
        let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
        let text = String(decoding: name, as: UTF8.self)
        let isClosed = name.endIndex < rest.endIndex
        rest = rest[name.endIndex...].dropFirst()
        guard isClosed, let number = expression.groupNames[text] else { return .missingGroup(text) }
        return .group(number)
    }
}
