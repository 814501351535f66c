import FirestoreRules
import Foundation
import RulesAnalysis
import RulesCore
import RulesTesting

/// How many mutants of rules a search tells from the original, how long that takes, and how many requests a second it decides.
///
///     RulesSearch firestore.rules [equivalents.txt [seconds-per-mutant [every]]]
@main
struct RulesSearch {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let path = arguments.first, let content = try? String(contentsOfFile: path, encoding: .utf8)
        else {
            return print("usage: RulesSearch firestore.rules [equivalents.txt [seconds-per-mutant [every]]]")
        }
        let rules = Ruleset(SourceFile(name: path, content: content))
        var known = KnownEquivalents()
        if arguments.count > 1, let text = try? String(contentsOfFile: arguments[1], encoding: .utf8) {
            known = try KnownEquivalents(text, file: arguments[1])
        }
        try measureRate()
        let seconds = arguments.count > 2 ? Double(arguments[2]) ?? 10 : 10
        let every = arguments.count > 3 ? max(1, Int(arguments[3]) ?? 1) : 1
        try measureMutants(of: rules, known, .seconds(seconds), every: every)
    }

    /// A search without an end: rules that mean the same, in different words.
    private static func measureRate() throws {
        let condition = """
            request.auth.uid != null
              && resource.data.senderId != request.auth.uid
              && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['status', 'readBy'])
              && request.resource.data.status == 'read' && resource.data.status in ['sent', 'delivered']
              && request.resource.data.readBy.toSet().difference(resource.data.readBy.toSet())
                .hasOnly([request.auth.uid])
              && request.resource.data.readBy.hasAll(resource.data.readBy)
            """
        let rules = [condition, "true && \(condition)"].map { condition in
            Ruleset(
                SourceFile(
                    content: """
                        rules_version = '2';
                        service cloud.firestore {
                          match /databases/{database}/documents/messages/{m} { allow update: if \(condition); }
                        }
                        """))
        }
        var comparison = try RulesComparison(old: rules[0], new: rules[1], seed: 1)
        let clock = ContinuousClock()
        let elapsed = clock.measure { while comparison.requests < 200_000 { comparison.advance() } }
        let rate = Double(comparison.requests) / (elapsed / .seconds(1))
        print(
            "\(Int(rate)) requests a second, each decided by two rules; \(comparison.findings.count) differences"
        )
    }

    private static func measureMutants(
        of rules: Ruleset, _ known: KnownEquivalents, _ limit: Duration, every: Int
    ) throws {
        let clock = ContinuousClock()
        let start = clock.now
        var (found, equal, slowest) = (0, 0, Duration.zero)
        var missed: [Mutant] = []
        let mutants = MutantGenerator.candidates(of: rules).enumerated().filter { $0.offset % every == 0 }
            .map(\.element)
        for mutant in mutants {
            let changed = Ruleset(mutant.source)
            guard changed.isUsable else { continue }
            var comparison = try RulesComparison(old: rules, new: changed, seed: 1)
            let begin = clock.now
            while comparison.requestsSinceFinding == nil, clock.now - begin < limit { comparison.advance() }
            if comparison.requestsSinceFinding != nil {
                found += 1
                slowest = max(slowest, clock.now - begin)
            } else if known.entry(for: mutant) != nil {
                equal += 1
            } else {
                missed.append(mutant)
            }
        }
        print(
            "\(found + equal + missed.count) mutants in \(clock.now - start): \(found) told apart, the slowest in \(slowest)"
        )
        print("\(equal) known to change nothing, \(missed.count) missed")
        for mutant in missed { print("\(mutant.line): \(mutant.family) \(mutant.id)\n\(mutant.diff)") }
    }
}
