package import RealtimeDatabaseModel

/// What rules say about a request.
package struct DatabaseDecision: Sendable {
    /// Why a request is denied.
    package enum Denial: Sendable, Equatable {
        /// No `.read` or `.write` on the way to a path holds.
        case notGranted(RuleKind, DatabasePath)
        /// A `.validate` does not hold for what is to be at a path. The rule is told by its number.
        case invalid(DatabasePath, rule: Int)

        /// The path that it is about.
        package var path: DatabasePath {
            switch self {
            case .notGranted(_, let path), .invalid(let path, _): path
            }
        }
    }

    /// A rule that was asked.
    struct Step: Sendable {
        /// The rule's number.
        let rule: Int
        /// Which of the request's paths it was asked for.
        let operation: Int
        /// The node that it was asked about.
        let path: DatabasePath
        let outcome: Outcome
        /// What the rule's expressions came to, by their numbers.
        let trace: [Outcome?]
    }

    /// Nil for a request that is allowed.
    package let denial: Denial?
    /// Which of the request's paths was looked at last: of a request that is denied, the one that is denied.
    let lastOperation: Int
    /// The rules that were asked, in order; empty unless that was to be noted.
    let steps: [Step]

    package var isAllowed: Bool { denial == nil }
}
