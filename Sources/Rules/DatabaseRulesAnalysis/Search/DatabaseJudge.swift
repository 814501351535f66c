import RealtimeDatabaseRules

/// What decides about requests in a search: rules, or a claim.
protocol DatabaseJudge: Sendable {
    /// The rules, first those whose places are searched.
    var rulesets: [DatabaseRuleset] { get }

    func isAllowed(_ scenario: DatabaseScenario, _ request: DatabaseRequest) -> Bool

    /// The decision with the values of all conditions.
    func trace(_ scenario: DatabaseScenario) -> RulesTrace

    /// Calls a closure with a number for each outcome of a condition.
    func forEachOutcome(of trace: RulesTrace, _ body: (Int) -> Void)
}

extension AnalysedDatabaseRules: DatabaseJudge {
    var rulesets: [DatabaseRuleset] { [rules] }

    func isAllowed(_ scenario: DatabaseScenario, _ request: DatabaseRequest) -> Bool {
        rules.decide(request).isAllowed
    }

    func trace(_ scenario: DatabaseScenario) -> RulesTrace { RulesTrace(scenario, by: rules) }
}
