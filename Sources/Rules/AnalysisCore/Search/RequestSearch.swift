/// A search for requests that show something about rules, in small steps: its user decides how long it takes.
package protocol RequestSearch<Scenario>: Sendable {
    associatedtype Scenario: ReportedScenario

    /// The requests that were decided so far.
    var requests: Int { get }

    /// How many requests ago something was found that no earlier finding shows; nil before the first finding.
    var requestsSinceFinding: Int? { get }

    /// The smallest requests that were found so far.
    var findings: [SearchFinding<Scenario>] { get }

    /// The conditions that were not seen both true and false.
    var openConditions: [OpenCondition] { get }

    /// Adds scenarios that the search looks at first, and goes on from.
    mutating func sow(_ scenarios: [Scenario])

    /// Goes on for some dozens of requests.
    mutating func advance()
}

/// A search for requests that rules allow although a claim does not hold for them.
package protocol ClaimSearch: RequestSearch {
    /// The claims, all about the same requests.
    var claims: [Claim] { get }

    /// Whether a request that the claims are about was allowed; otherwise nothing has been tried.
    var hasReachedAllowed: Bool { get }
}
