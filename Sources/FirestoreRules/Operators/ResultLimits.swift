/// How large a value may become that a rule has made.
///
/// Doubling a text ten times is eleven expressions; without these bounds, rules could ask for more memory than there is.
/// What a document holds stays far below them.
enum ResultLimits {
    static let bytes = 4 << 20
    static let elements = 1 << 18
    /// The most pairs of values that one comparison of lists, maps or sets looks at.
    static let comparisons = 1 << 18

    static func check(bytes count: Int, of type: RuleType) throws(EvaluationFailure) {
        if count > bytes { throw .error(.resultTooLarge(type, limit: bytes)) }
    }

    static func check(elements count: Int, of type: RuleType) throws(EvaluationFailure) {
        if count > elements { throw .error(.resultTooLarge(type, limit: elements)) }
    }
}
