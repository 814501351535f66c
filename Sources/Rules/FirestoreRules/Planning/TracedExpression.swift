/// The expression behind a number in a trace.
package struct TracedExpression: Sendable {
    package enum Form: Sendable {
        case expression(Expression)
        /// `let name = value; rest`: its operands are the value and the rest.
        case binding(String, SourceRange)

        package var range: SourceRange {
            switch self {
            case .expression(let expression): expression.range
            case .binding(_, let range): range
            }
        }

        /// Whether it is `element in collection`.
        var isMembership: Bool {
            guard case .expression(let expression) = self, case .binary(.in, _, _, _) = expression.kind
            else { return false }
            return true
        }

        /// The place of a failure of this expression itself.
        func failureRange(of error: RuleError) -> SourceRange {
            switch self {
            case .expression(let expression): expression.failureRange(of: error)
            case .binding(_, let range): range
            }
        }
    }

    /// An expression and its number. Literals have no number.
    struct Source: Sendable {
        let form: Form
        let id: Int?

        init(_ form: Form, id: Int? = nil) {
            self.form = form
            self.id = id
        }
    }

    let form: Form
    /// The direct subexpressions, in the order of the source.
    let operands: [Source]
    /// The function of the rules that it calls.
    let function: FunctionPlan?
}
