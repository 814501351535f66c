/// Why a request was denied: every allow statement that was tried, in order.
package struct Denial: Error, Sendable {
    /// One try of an allow statement.
    package struct Entry: Sendable {
        /// How a try ended that did not allow the request.
        package enum Reason: Sendable {
            case isFalse
            case error(RuleError)
            /// Data was missing, or the query does not say enough.
            case unknown
            case budgetExceeded
        }

        package var reason: Reason
        package var method: RulesMethod
        /// Where the condition begins.
        package var position: SourcePosition
    }

    package var entries: [Entry]

    /// The text of the refusal, as Google's emulator puts it.
    package var message: String {
        if entries.isEmpty { return "No matching allow statements" }
        return "\n" + entries.map(\.description).joined(separator: ", ")
    }
}

extension Denial.Entry: CustomStringConvertible {
    /// `false for 'update' @ L12`
    package var description: String { "\(text) for '\(method.rawValue)' @ L\(position.line)" }

    private var text: String {
        switch reason {
        case .isFalse: "false"
        case .error(let error): error.message
        case .unknown: "evaluation error at L\(position.line):\(position.column)"
        case .budgetExceeded:
            "Unable to evaluate the expression as the maximum of \(ExpressionBudget.limit) expressions to "
                + "evaluate has been reached."
        }
    }
}
