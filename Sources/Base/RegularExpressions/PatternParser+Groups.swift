extension PatternParser {
    /// Reads a group; nil for flags alone, which apply to the rest of the enclosing group.
    mutating func group() throws(PatternError) -> PatternNode? {
        position += 1
        if peek() != "?" { return try capture(named: nil) }
        if skip("?P<") || skip("?<") { return try capture(named: groupName()) }
        position += 1
        let outer = flags
        guard try readFlags() else { return nil }
        let node = try alternation()
        try closeGroup()
        flags = outer
        return node
    }

    private mutating func capture(named name: String?) throws(PatternError) -> PatternNode {
        groupCount += 1
        let number = groupCount
        if let name {
            guard names[name] == nil else { throw .duplicateName }
            names[name] = number
        }
        let outer = flags
        let node = try alternation()
        try closeGroup()
        flags = outer
        return .capture(number, node)
    }

    private mutating func closeGroup() throws(PatternError) {
        guard skip(")") else { throw .missingParenthesis }
    }

    /// Reads a name and the `>` after it.
    private mutating func groupName() throws(PatternError) -> String {
        var name = ""
        while let scalar = next() {
            if scalar == ">", !name.isEmpty { return name }
            guard ScalarSet.wordCharacters.contains(scalar.value) else { throw .invalidGroup }
            name.unicodeScalars.append(scalar)
        }
        throw .invalidGroup
    }

    /// Reads flags such as `i`, `-i` or `im-s`, and the colon or parenthesis after them.
    ///
    /// - Returns: Whether a group begins, as after a colon.
    private mutating func readFlags() throws(PatternError) -> Bool {
        var (isNegative, hasFlag) = (false, false)
        while let scalar = next() {
            switch scalar {
            case "i": flags.ignoresCase = !isNegative
            case "m": flags.isMultiline = !isNegative
            case "s": flags.dotMatchesLineFeed = !isNegative
            case "U": flags.isUngreedy = !isNegative
            case "-":
                if isNegative { throw .invalidFlags }
                (isNegative, hasFlag) = (true, false)
                continue
            case ":", ")":
                if isNegative, !hasFlag { throw .invalidFlags }
                return scalar == ":"
            default: throw .invalidFlags
            }
            hasFlag = true
        }
        throw .missingParenthesis
    }
}
