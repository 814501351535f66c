package import RealtimeDatabaseModel

/// The decision of rules about a request.
package struct DatabaseDecision: Sendable {
    /// Why a request is denied.
    package enum Denial: Sendable, Equatable {
        /// No `.read` or `.write` on the way to a path holds.
        case notGranted(RuleKind, DatabasePath)
        /// The `.validate` with this number does not hold for the new value at a path.
        case invalid(DatabasePath, rule: Int)

        /// The path concerned.
        package var path: DatabasePath {
            switch self {
            case .notGranted(_, let path), .invalid(let path, _): path
            }
        }
    }

    /// A rule that was evaluated.
    package struct Step: Sendable {
        /// The rule's number.
        package let rule: Int
        /// The place of the path in the request.
        package let operation: Int
        /// The node that it was evaluated for.
        package let path: DatabasePath
        package let outcome: Outcome
        /// The outcomes of the rule's expressions, by their numbers.
        let trace: [Outcome?]
    }

    /// Nil if the request is allowed.
    package let denial: Denial?
    /// The place of the last path that was checked: in a denied request, the one that is denied.
    package let lastOperation: Int
    /// How many rules were evaluated.
    package let evaluations: Int
    /// The rules that were evaluated, in order; empty without tracing.
    package let steps: [Step]

    package var isAllowed: Bool { denial == nil }
}
