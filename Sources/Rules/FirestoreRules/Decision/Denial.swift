/// Why a request was denied: every allow statement that was tried, in order.
package struct Denial: Error, Sendable {
    /// One attempt of an allow statement.
    package struct Entry: Sendable {
        /// Why an attempt did not allow the request.
        package enum Reason: Sendable {
            case isFalse
            case error(RuleError)
            /// Data was missing, or the query did not say enough.
            case unknown
            case budgetExceeded
        }

        package var reason: Reason
        package var method: RulesMethod
        /// The start of the condition.
        package var position: SourcePosition
    }

    package var entries: [Entry]

    /// The text of the refusal, in the words of Google's emulator.
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
