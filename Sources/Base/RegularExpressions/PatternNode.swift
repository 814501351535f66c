/// One node of a pattern's tree. The parser limits the depth of the tree.
package indirect enum PatternNode: Sendable {
    case empty
    case scalar(UInt32)
    case set(ScalarSet)
    case assertion(PatternAssertion)
    /// A capturing group, by its number.
    case capture(Int, PatternNode)
    case repetition(PatternNode, PatternRepetition)
    case concatenation([PatternNode])
    case alternation([PatternNode])
}

extension PatternNode {
    /// Reads a pattern.
    package init(_ pattern: String) throws(PatternError) {
        var parser = PatternParser(pattern)
        self = try parser.parse()
    }
}

/// A test of the position between two scalars.
package enum PatternAssertion: Int32, Sendable {
    case beginText, endText, beginLine, endLine, wordBoundary, noWordBoundary
}

/// How often something is repeated.
package struct PatternRepetition: Sendable {
    package var least: Int
    /// Nil for any number.
    package var most: Int?
    /// Whether it is greedy.
    package var isGreedy: Bool
}

/// What is wrong with a pattern.
package enum PatternError: Error, Hashable, Sendable {
    case invalidEscape, invalidClass, invalidRange, invalidGroup, invalidFlags, duplicateName
    case missingBracket, missingParenthesis, unexpectedParenthesis
    case missingOperand, nestedRepetition, invalidRepetition
    /// Too deeply nested, or too many instructions.
    case tooLarge
}
