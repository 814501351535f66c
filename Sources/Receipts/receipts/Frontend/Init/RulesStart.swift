import AnalysisCore
import DatabaseRulesAnalysis
import RealtimeDatabaseRules
import RulesAnalysis

/// A suite to begin with.
struct StartSuite {
    let text: String
    let cases: Int
    /// What is missing, a line each.
    let gaps: [String]
}

/// What a first suite and first claims are made from: the rules of a file.
protocol RulesStart {
    /// How many rules there are, and what they are called.
    var count: Int { get }
    var unit: String { get }

    /// - Parameters:
    ///   - name: The suite's name.
    ///   - file: The rules file, relative to the suite's.
    ///   - progress: Called with the number of rules before each one.
    func suite(named name: String, rules file: String, progress: (Int) -> Void) throws -> StartSuite

    func claims(in context: CommandContext) throws -> [Claim]
}

extension RulesStart {
    /// Searches for what rules allow: so many requests for each rule.
    fileprivate func searched<Search: AllowedSearch>(
        _ start: Search, requests: Int, in context: CommandContext
    ) throws -> Search {
        var allowed = start
        let total = allowed.goals * requests
        let progress = Progress(ProgressLine("searching", "request", total: total), in: context)
        defer { progress.finish() }
        while allowed.requests < total {
            try Task.checkCancellation()
            allowed.advance()
            progress.update(allowed.requests)
        }
        return allowed
    }
}

/// Firestore's rules.
struct FirestoreRulesStart: RulesStart {
    let rules: AnalysedRules

    var count: Int { rules.statements.count }
    var unit: String { "allow statement" }

    func suite(named name: String, rules file: String, progress: (Int) -> Void) throws -> StartSuite {
        let suite = try FirstSuite(rules, seed: 1, progress: progress)
        let gaps = suite.gaps.map { gap in
            "no \(gap.isAllowed ? "allowed" : "denied") \(gap.method) found for line \(gap.line)"
        }
        return StartSuite(text: suite.text(name: name, rules: file), cases: suite.cases, gaps: gaps)
    }

    func claims(in context: CommandContext) throws -> [Claim] {
        let allowed = try searched(AllowedRequests(rules, seed: 1), requests: 2000, in: context)
        return FirstClaims(try AccessSearch(allowed).table()).claims
    }
}

/// Rules of the Realtime Database.
struct DatabaseRulesStart: RulesStart {
    let rules: DatabaseRuleset

    var count: Int { rules.statements.count }
    var unit: String { "rule" }

    func suite(named name: String, rules file: String, progress: (Int) -> Void) throws -> StartSuite {
        let suite = try FirstDatabaseSuite(rules, seed: 1, progress: progress)
        return StartSuite(text: suite.text(name: name, rules: file), cases: suite.cases, gaps: suite.gaps)
    }

    func claims(in context: CommandContext) throws -> [Claim] {
        let allowed = try searched(
            try AllowedDatabaseRequests(rules, seed: 1), requests: 1000, in: context)
        return try FirstDatabaseClaims(allowed).claims
    }
}
