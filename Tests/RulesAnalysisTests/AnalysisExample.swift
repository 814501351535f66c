import FirestoreModel
import FirestoreRules
import RulesAnalysis
import RulesCore

/// Rules and searches for tests.
enum AnalysisExample {
    /// Rules with statements below `/databases/{database}/documents`.
    static func rules(_ body: String) -> Ruleset {
        Ruleset(
            SourceFile(
                content: """
                    rules_version = '2';
                    service cloud.firestore {
                      match /databases/{database}/documents {
                    \(body)
                      }
                    }
                    """))
    }

    /// Rules that allow one method on a note under a condition.
    static func note(_ method: String, if condition: String) -> Ruleset {
        rules("match /notes/{note} { allow \(method): if \(condition); }")
    }

    /// Compares rules until something is found and some requests later, or until a number of requests.
    static func compare(
        _ old: Ruleset, _ new: Ruleset, requests: Int = 30_000, after: Int = 3000, seed: UInt64 = 1
    ) throws -> RulesComparison {
        var comparison = try RulesComparison(old: old, new: new, seed: seed)
        while !comparison.saysTheSame, comparison.requests < requests,
            comparison.requestsSinceFinding.map({ $0 < after }) ?? true
        {
            comparison.advance()
        }
        return comparison
    }
}
