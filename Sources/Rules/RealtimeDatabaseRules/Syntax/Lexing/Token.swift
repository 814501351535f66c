/// A token of an expression.
struct Token: Equatable {
    enum Kind: Equatable {
        case name(String)
        case number(Double)
        case string(String)
        /// An operator or a bracket.
        case sign(String)
        case end
    }

    let kind: Kind
    /// Its characters in the expression.
    let range: Range<Int>
}

/// What is wrong with an expression, and with which of its characters.
///
/// A class, since the stack of the recursive parser and checker holds many of them.
final class ExpressionProblem: Error {
    let message: String
    let range: Range<Int>
    /// What was probably meant; nil if unknown.
    let hint: String?

    init(_ message: String, at range: Range<Int>, hint: String? = nil) {
        self.message = message
        self.range = range
        self.hint = hint
    }
}
