import FirestoreRules

/// A search for requests that rules allow: several for each statement and method, which differ in what their conditions came to.
package struct AllowedRequests: AllowedSearch {
    /// Requests that one statement allows.
    struct Group: Sendable {
        /// The number of the statement.
        let statement: Int
        let method: RulesMethod
        var scenarios: [Scenario] = []
    }

    package let rules: AnalysedRules
    private var search: DifferenceSearch

    package init(_ rules: AnalysedRules, seed: UInt64) {
        self.rules = rules
        // Whatever the rules allow, these deny.
        let none = AnalysedRules(RulesetSyntax(version: rules.syntax.version), rules.source)
        let goals = rules.statements.flatMap { statement in
            statement.methods.all.map { DifferenceSearch.Goal(side: .new, statement: statement, method: $0) }
        }
        search = DifferenceSearch([none, rules], goals: goals, question: .loosening, seed: seed)
    }

    /// How many statements and methods there are to search for.
    package var goals: Int { search.goals.count }

    /// The requests that were decided so far.
    package var requests: Int { search.requests }

    /// Goes on for some dozens of requests.
    package mutating func advance() { _ = search.advance() }

    /// Requests that show an outcome of a condition, allowed and denied ones.
    var tried: [Scenario] { search.corpus.all }

    /// What was found, in the order of the rules. A request that several statements allow is in the group of each.
    var groups: [Group] {
        var groups: [Group] = []
        for (number, statement) in rules.statements.enumerated() {
            groups += statement.methods.all.map { Group(statement: number, method: $0) }
        }
        for scenario in search.corpus.allowed {
            let trace = ScenarioTrace(PreparedScenario(scenario), scenario.request, by: rules)
            let allowing = trace.allowingStatements
            for index in groups.indices
            where groups[index].method == scenario.request.method
                && allowing.contains(groups[index].statement)
            {
                groups[index].scenarios.append(scenario)
            }
        }
        return groups
    }
}
