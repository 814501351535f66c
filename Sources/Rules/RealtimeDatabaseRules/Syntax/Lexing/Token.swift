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
    /// The characters of the expression that it is.
    let range: Range<Int>
}

/// What is wrong with an expression, and with which of its characters.
struct ExpressionProblem: Error, Equatable {
    let message: String
    let range: Range<Int>

    init(_ message: String, at range: Range<Int>) {
        self.message = message
        self.range = range
    }
}
