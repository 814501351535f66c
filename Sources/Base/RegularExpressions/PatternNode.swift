/// One node of a pattern's tree. The parser bounds how deep trees get.
indirect enum PatternNode: Sendable {
    case empty
    case scalar(UInt32)
    case set(ScalarSet)
    case assertion(PatternAssertion)
    /// A group that keeps what it matched, by its number.
    case capture(Int, PatternNode)
    case repetition(PatternNode, PatternRepetition)
    case concatenation([PatternNode])
    case alternation([PatternNode])
}

/// A test of a place between two scalars.
enum PatternAssertion: Int32, Sendable {
    case beginText, endText, beginLine, endLine, wordBoundary, noWordBoundary
}

/// How often something is repeated.
struct PatternRepetition: Sendable {
    var least: Int
    /// Nil for any number.
    var most: Int?
    /// Whether more is better than less.
    var isGreedy: Bool
}

/// What is wrong with a pattern.
package enum PatternError: Error, Hashable, Sendable {
    case invalidEscape, invalidClass, invalidRange, invalidGroup, invalidFlags, duplicateName
    case missingBracket, missingParenthesis, unexpectedParenthesis
    case missingOperand, nestedRepetition, invalidRepetition
    /// Deeper nesting, or more instructions, than a match may take.
    case tooLarge
}
