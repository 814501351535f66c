package import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore

/// A hole in rules of the Realtime Database.
package typealias DatabaseHole = FoundHole<DatabaseScenario>

/// Looks for known kinds of holes in rules, with the requests that a search found allowed.
///
/// Nothing is reported by what the rules look like, only what a request shows.
package struct DatabaseHoleSearch: Sendable {
    /// So many requests of one rule are looked at.
    private static let attempts = 60

    private let subjects: [DatabaseHoleSubject]
    /// The time now, in milliseconds since 1970.
    private let today: Double

    /// - Parameter today: The time now, in milliseconds since 1970, which decides what a date has opened.
    package init(_ allowed: AllowedDatabaseRequests, today: Double) {
        self.today = today
        let groups = allowed.byRule
        let vocabulary = DatabaseVocabulary([allowed.rules.rules])
        subjects = allowed.rules.statements.filter { $0.kind != .validate }.map { statement in
            let sorted = (groups[statement.id] ?? []).map { (DatabaseScenarioCost.of($0), $0) }
                .sorted { $0.0 < $1.0 }.map(\.1)
            return DatabaseHoleSubject(
                rules: allowed.rules, statement: statement, vocabulary: vocabulary,
                allowed: DatabaseHoleSearch.spread(sorted))
        }
    }

    /// How many rules are looked at.
    package var count: Int { subjects.count }

    /// Some of many requests: the smallest half, and every so many of the rest.
    private static func spread(_ scenarios: [DatabaseScenario]) -> [DatabaseScenario] {
        guard scenarios.count > attempts else { return scenarios }
        let (small, large) = (scenarios.prefix(attempts / 2), scenarios.dropFirst(attempts / 2))
        let step = large.count / (attempts / 2) + 1
        return Array(small) + stride(from: large.startIndex, to: large.endIndex, by: step).map { large[$0] }
    }

    /// What was found, in the order of the rules: of each kind at most one for each rule.
    ///
    /// - Parameter progress: Called with the number of rules before each one.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func holes(progress: (Int) -> Void = { _ in }) throws(CancellationError) -> [DatabaseHole] {
        var holes: [DatabaseHole] = []
        for (index, subject) in subjects.enumerated() {
            if Task.isCancelled { throw CancellationError() }
            progress(index)
            holes += self.holes(of: subject)
        }
        return DatabaseHole.distinct(holes)
    }

    private func holes(of subject: DatabaseHoleSubject) -> [DatabaseHole] {
        if subject.allowed.isEmpty { return [] }
        let open =
            DatabaseDates(subject: subject, today: today).hole
            ?? OverruledRules(subject: subject, others: subjects).hole ?? OpenRule(subject: subject).hole
        var holes = [open, DatabaseLiteralUser(subject: subject).hole].compactMap(\.self)
        // A user who may do everything can do the rest too.
        if open != nil { return holes }
        holes += [
            UnlimitedQuery(subject: subject).hole,
            DatabaseSelfGrant(subject: subject, writing: subjects.filter { $0.statement.kind == .write })
                .hole,
        ].compactMap(\.self)
        if subject.statement.kind == .write {
            holes +=
                LooseData(subject: subject).holes + (LooseDelete(subject: subject).hole.map { [$0] } ?? [])
        }
        return holes
    }
}
