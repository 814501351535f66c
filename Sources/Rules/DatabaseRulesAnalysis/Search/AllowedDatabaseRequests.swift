import AnalysisCore
import RealtimeDatabaseModel
package import RealtimeDatabaseRules

/// A search for requests that rules of the Realtime Database allow: several for each rule that grants, which differ in what their
/// conditions came to.
package struct AllowedDatabaseRequests: AllowedSearch {
    package let rules: AnalysedDatabaseRules
    private var search: DatabaseSearch

    package init(_ rules: DatabaseRuleset, seed: UInt64) throws {
        self.rules = AnalysedDatabaseRules(rules)
        // Whatever the rules allow, these deny.
        let none = AnalysedDatabaseRules(try DatabaseRuleset(#"{"rules": {}}"#))
        let goals = rules.statements.map { DatabaseSearch.Goal(side: .new, statement: $0) }
        search = DatabaseSearch([none, self.rules], goals: goals, isLoosening: true, seed: seed)
    }

    /// How many rules there are to search for.
    package var goals: Int { search.goals.count }

    /// The requests that were decided so far.
    package var requests: Int { search.requests }

    /// Goes on for some dozens of requests.
    package mutating func advance() { _ = search.advance() }

    /// The requests that were found.
    var found: [DatabaseScenario] { search.corpus.allowed }

    /// The requests for one path that were found, by the number of the rule that grants them.
    var byRule: [Int: [DatabaseScenario]] {
        var groups: [Int: [DatabaseScenario]] = [:]
        for scenario in search.corpus.allowed where scenario.paths.count == 1 {
            let decision = rules.rules.decide(scenario.request, isTraced: true)
            if decision.isAllowed, let rule = decision.granting(0) {
                groups[rule, default: []].append(scenario)
            }
        }
        return groups
    }
}
