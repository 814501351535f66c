import CoreValues
import RealtimeDatabaseRules

/// What rules said of a request, with all that is needed to explain it.
struct RulesVerdict: Sendable {
    let decision: KeptDecision
    /// When the request was made.
    let time: Timestamp

    var isAllowed: Bool { decision.isAllowed }
}
