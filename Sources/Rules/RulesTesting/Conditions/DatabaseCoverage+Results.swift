package import RealtimeDatabaseRules

extension DatabaseCoverage {
    /// Adds the decisions of cases.
    package mutating func add(_ results: [DatabaseCaseResult]) {
        for decision in results.lazy.flatMap(\.decisions) { add(decision.decision) }
    }
}
