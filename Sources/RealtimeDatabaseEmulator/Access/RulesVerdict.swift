import FirestoreModel
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// What rules said of a request, with all that is needed to explain it.
struct RulesVerdict: Sendable {
    let ruleset: DatabaseRuleset
    let request: DatabaseRequest
    let decision: DatabaseDecision
    let time: Timestamp

    var isAllowed: Bool { decision.isAllowed }

    /// Why the rules said so; the decision must have been traced.
    var explanation: DatabaseExplanation { DatabaseExplanation(decision, on: request, by: ruleset) }
}
