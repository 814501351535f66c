import FirestoreRules
package import RulesCore

/// A request that shows something about rules: the smallest that a search has found.
package struct RulesFinding: Sendable {
    package enum Kind: String, Sendable {
        /// The new rules allow what the old ones deny.
        case allowedNow = "allowed-now"
        /// The new rules deny what the old ones allow.
        case deniedNow = "denied-now"
        /// The rules allow a request for which a claim does not hold.
        case claimBroken = "claim-broken"
    }

    /// The rules file and the line of an allow statement or a condition.
    package struct Place: Sendable, Hashable {
        package var file: String
        package var line: Int
    }

    package let kind: Kind
    package let scenario: Scenario
    /// The requests before it, each with the documents that it finds.
    package var earlier: [Scenario] = []
    /// The statement that allows the request.
    package let rule: Place
    /// How the old rules decide; nil for a claim.
    package let old: Explanation?
    /// How the new rules decide, or those that a claim is about.
    package let new: Explanation
    /// The claim that does not hold.
    package let claim: Claim?
}

extension RulesFinding {
    /// The finding in one sentence without a full stop.
    package var sentence: String {
        let about = (earlier + [scenario]).map { ScenarioSentence($0).text }.joined(separator: ", then ")
        return switch kind {
        case .allowedNow: "now allowed: \(about)"
        case .deniedNow: "now denied: \(about)"
        case .claimBroken: "\(claim?.name ?? "a claim") does not hold: \(about)"
        }
    }
}
