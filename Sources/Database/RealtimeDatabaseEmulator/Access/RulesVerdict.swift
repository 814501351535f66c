import CoreValues
import RealtimeDatabaseRules

/// The decision on a request, with everything needed to explain it.
struct RulesVerdict: Sendable {
    let decision: KeptDecision
    /// When the request was made.
    let time: Timestamp

    var isAllowed: Bool { decision.isAllowed }
}
