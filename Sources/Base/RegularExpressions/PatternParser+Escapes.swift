extension PatternParser {
    /// Reads what follows a backslash, outside brackets.
    mutating func escape() throws(PatternError) -> [PatternNode] {
        switch peek(1) {
        case "A": return assertion(.beginText)
        case "z": return assertion(.endText)
        case "b": return assertion(.wordBoundary)
        case "B": return assertion(.noWordBoundary)
        case "Q": return quotation()
        default: break
        }
        if let set = try classEscape() { return [.set(set)] }
        return [literal(try escapedScalar())]
    }

    private mutating func assertion(_ assertion: PatternAssertion) -> [PatternNode] {
        position += 2
        return [.assertion(assertion)]
    }

    /// Reads `\Q…\E`, in which every character stands for itself; the end is optional.
    private mutating func quotation() -> [PatternNode] {
        position += 2
        var nodes: [PatternNode] = []
        while !isAtEnd, !skip("\\E") {
            if let scalar = next() { nodes.append(literal(scalar)) }
        }
        return nodes
    }

    /// Reads `\d`, `\pL` and similar; nil for escapes of one scalar.
    mutating func classEscape() throws(PatternError) -> ScalarSet? {
        guard let letter = peek(1) else { return nil }
        if let set = ScalarSet.perlClass(letter) {
            position += 2
            return set.applying(flags, isNegative: ("A"..."Z").contains(letter))
        }
        guard letter == "p" || letter == "P" else { return nil }
        position += 2
        var isNegative = letter == "P"
        var name = try propertyName()
        if name.hasPrefix("^") {
            isNegative.toggle()
            name.removeFirst()
        }
        guard let set = ScalarSet.unicodeProperty(name) else { throw .invalidRange }
        return set.applying(flags, isNegative: isNegative)
    }

    /// Reads the `L` of `\pL` or the `Greek` of `\p{Greek}`.
    private mutating func propertyName() throws(PatternError) -> String {
        guard let first = next() else { throw .invalidRange }
        guard first == "{" else { return String(first) }
        guard let end = scalars[position...].firstIndex(of: "}") else { throw .invalidRange }
        var name = ""
        name.unicodeScalars.append(contentsOf: scalars[position..<end])
        position = end + 1
        return name
    }

    /// Reads an escape that stands for one scalar.
    mutating func escapedScalar() throws(PatternError) -> Unicode.Scalar {
        position += 1
        guard let scalar = next() else { throw .invalidEscape }
        switch scalar {
        case "a": return "\u{07}"
        case "f": return "\u{0C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{0B}"
        case "x": return try hexadecimal()
        case "1"..."7":
            // A single digit would refer back to a group.
            guard let digit = peek(), ("0"..."7").contains(digit) else { throw .invalidEscape }
            return octal(from: scalar)
        case "0": return octal(from: scalar)
        case "A"..."Z", "a"..."z", "8", "9": throw .invalidEscape
        default: return scalar
        }
    }

    /// Reads up to two more octal digits.
    private mutating func octal(from first: Unicode.Scalar) -> Unicode.Scalar {
        var value = first.value - 0x30
        for _ in 0..<2 {
            guard let digit = peek(), ("0"..."7").contains(digit) else { break }
            value = value * 8 + digit.value - 0x30
            position += 1
        }
        return Unicode.Scalar(value) ?? "\0"
    }

    /// Reads `41` or `{1F600}`. Half of a surrogate pair, which a text cannot hold, becomes U+FFFD.
    private mutating func hexadecimal() throws(PatternError) -> Unicode.Scalar {
        var digits = ""
        if skip("{") {
            while let scalar = next(), scalar != "}" { digits.unicodeScalars.append(scalar) }
            guard scalars[position - 1] == "}" else { throw .invalidEscape }
        } else {
            digits.unicodeScalars.append(contentsOf: scalars[position...].prefix(2))
            guard digits.unicodeScalars.count == 2 else { throw .invalidEscape }
            position += 2
        }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }),
            let value = UInt32(digits, radix: 16), value <= ScalarSet.greatest
        else { throw .invalidEscape }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}

extension ScalarSet {
    /// The set that a class means with the current flags.
    func applying(_ flags: PatternParser.Flags, isNegative: Bool) -> ScalarSet {
        let set = flags.ignoresCase ? ignoringCase : self
        return isNegative ? set.inverted : set
    }
}
