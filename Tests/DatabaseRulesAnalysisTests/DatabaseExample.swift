import AnalysisCore
import DatabaseRulesAnalysis
import RealtimeDatabaseRules

/// Rules and searches for tests.
enum DatabaseExample {
    /// Rules with what is below `rules`.
    static func rules(_ body: String) throws -> DatabaseRuleset {
        try DatabaseRuleset(#"{"rules": {\#(body)}}"#)
    }

    /// Rules that grant a note to everybody who is allowed to by a condition.
    static func note(_ kind: String, _ condition: String) throws -> DatabaseRuleset {
        let granted = kind == ".validate" ? #"".write": true, "# : ""
        return try rules(#""notes": {"$note": {\#(granted)"\#(kind)": "\#(condition)"}}"#)
    }

    /// Compares rules until something is found and some requests later, or until a number of requests.
    static func compare(
        _ old: DatabaseRuleset, _ new: DatabaseRuleset, requests: Int = 30_000, after: Int = 2000,
        seed: UInt64 = 1
    ) -> DatabaseComparison {
        var comparison = DatabaseComparison(old: old, new: new, seed: seed)
        while !comparison.saysTheSame, comparison.requests < requests,
            comparison.requestsSinceFinding.map({ $0 < after }) ?? true
        {
            comparison.advance()
        }
        return comparison
    }
}
