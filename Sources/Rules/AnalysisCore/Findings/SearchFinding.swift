package import RulesCore

/// A request that shows something about rules: the smallest that a search has found.
package struct SearchFinding<Scenario: ReportedScenario>: Sendable {
    package let kind: FindingKind
    package let scenario: Scenario
    /// The requests before it, each with what it finds stored.
    package var earlier: [Scenario] = []
    /// The rule that allows the request, or that denied it alone.
    package let rule: RulePlace
    /// How the old rules decide; nil for a claim.
    package let old: Explanation?
    /// How the new rules decide, or those that a claim is about.
    package let new: Explanation
    /// The claim that does not hold.
    package let claim: Claim?

    package init(
        kind: FindingKind, scenario: Scenario, earlier: [Scenario] = [], rule: RulePlace, old: Explanation?,
        new: Explanation, claim: Claim?
    ) {
        self.kind = kind
        self.scenario = scenario
        self.earlier = earlier
        self.rule = rule
        self.old = old
        self.new = new
        self.claim = claim
    }
}

/// What a finding shows, by the words of its JSON.
package enum FindingKind: String, Sendable {
    /// The new rules allow what the old ones deny.
    case allowedNow = "allowed-now"
    /// The new rules deny what the old ones allow.
    case deniedNow = "denied-now"
    /// The rules allow a request for which a claim does not hold.
    case claimBroken = "claim-broken"
}

extension SearchFinding {
    /// The finding in one sentence without a full stop.
    package var sentence: String {
        let about = (earlier + [scenario]).map(\.sentence).joined(separator: ", then ")
        return switch kind {
        case .allowedNow: "now allowed: \(about)"
        case .deniedNow: "now denied: \(about)"
        case .claimBroken: "\(claim?.name ?? "a claim") does not hold: \(about)"
        }
    }
}
