extension PatternParser {
    /// Reads `[a-z]` and similar.
    mutating func bracketExpression() throws(PatternError) -> ScalarSet {
        position += 1
        let isNegative = skip("^")
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = true
        while isFirst || peek() != "]" {
            isFirst = false
            if let set = try namedClass() {
                ranges += set.ranges
            } else {
                let range = try range()
                ranges += flags.ignoresCase ? ScalarSet([range]).ignoringCase.ranges : [range]
            }
        }
        position += 1
        let set = ScalarSet(ranges)
        return isNegative ? set.inverted : set
    }

    /// Reads `[:alpha:]`, `\d` or `\pL` inside brackets.
    private mutating func namedClass() throws(PatternError) -> ScalarSet? {
        if peek() == "\\" { return try classEscape() }
        guard peek() == "[", peek(1) == ":", let end = endOfName() else { return nil }
        var name = ""
        name.unicodeScalars.append(contentsOf: scalars[position + 2..<end])
        let isNegative = name.hasPrefix("^")
        if isNegative { name.removeFirst() }
        guard let set = ScalarSet.posixClass(name) else { throw .invalidRange }
        position = end + 2
        return set.applying(flags, isNegative: isNegative)
    }

    /// The position of `:]` after `[:`.
    private func endOfName() -> Int? {
        var index = position + 2
        while index + 1 < scalars.count {
            if scalars[index] == ":", scalars[index + 1] == "]" { return index }
            index += 1
        }
        return nil
    }

    /// Reads one scalar, or two with a hyphen between them.
    private mutating func range() throws(PatternError) -> ClosedRange<UInt32> {
        let low = try bracketScalar()
        guard peek() == "-", let behind = peek(1), behind != "]" else { return low.value...low.value }
        position += 1
        let high = try bracketScalar()
        guard low <= high else { throw .invalidRange }
        return low.value...high.value
    }

    private mutating func bracketScalar() throws(PatternError) -> Unicode.Scalar {
        if peek() == "\\" { return try escapedScalar() }
        guard let scalar = next() else { throw .missingBracket }
        return scalar
    }
}
