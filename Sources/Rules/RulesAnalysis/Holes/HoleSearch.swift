package import CoreValues
import FirestoreModel
import FirestoreRules
import RulesCore

/// Looks for known kinds of holes in rules, with the requests that a search found allowed.
///
/// Nothing is reported by what the rules look like, only what a request shows.
package struct HoleSearch: Sendable {
    /// So many requests of one statement and method are looked at.
    private static let attempts = 60

    private let rules: AnalysedRules
    private let subjects: [HoleSubject]
    private let tried: [Scenario]
    private let today: Timestamp

    /// - Parameter today: The time now, which decides what a date has opened.
    package init(_ allowed: AllowedRequests, today: Timestamp) {
        rules = allowed.rules
        self.today = today
        tried = allowed.tried
        let literals = Set(RulesVocabulary([allowed.rules.syntax]).strings)
        subjects = allowed.groups.map { group in
            let scenarios = group.scenarios.map { scenario in
                let other = scenario.withTarget
                return other.isAllowed(by: allowed.rules.plan) ? other : scenario
            }
            let sorted = scenarios.map { (ScenarioCost.of($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
            return HoleSubject(
                rules: allowed.rules, number: group.statement, method: group.method,
                allowed: HoleSearch.spread(sorted), literals: literals
            ).withChanges
        }
    }

    /// How many statements and methods are looked at.
    package var count: Int { subjects.count }

    /// Some of many requests: the smallest half, and every so many of the rest.
    private static func spread(_ scenarios: [Scenario]) -> [Scenario] {
        guard scenarios.count > attempts else { return scenarios }
        let (small, large) = (scenarios.prefix(attempts / 2), scenarios.dropFirst(attempts / 2))
        let step = large.count / (attempts / 2) + 1
        return Array(small) + stride(from: large.startIndex, to: large.endIndex, by: step).map { large[$0] }
    }

    /// What was found, in the order of the rules: of each kind at most one for each statement.
    ///
    /// - Parameter progress: Called with the number of statements and methods before each one.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func holes(progress: (Int) -> Void = { _ in }) throws(CancellationError) -> [Hole] {
        var holes: [Hole] = rules.syntax.version == .one ? [Hole.noVersion] : []
        for (index, subject) in subjects.enumerated() {
            if Task.isCancelled { throw CancellationError() }
            progress(index)
            holes += self.holes(of: subject)
        }
        return Hole.distinct(holes)
    }

    /// Statements and conditions that none of the requests needed: a solver can prove that no request does.
    package var suspects: [HoleSuspect] {
        let prepared = tried.map { PreparedScenario($0) }
        return rules.statements.indices.flatMap { HoleSuspect.all(of: $0, in: rules, tried: prepared) }
    }

    private func holes(of subject: HoleSubject) -> [Hole] {
        if subject.allowed.isEmpty { return [] }
        let open =
            Dates(subject: subject, today: today).hole
            ?? OpenSubtree(subject: subject, neighbours: others(of: subject)).hole
            ?? OpenStatements(subject: subject).hole
        let isOpen = open != nil
        var holes = [open, LiteralUser(subject: subject).hole].compactMap(\.self)
        holes += NearLimits(subject: subject).holes
        // A user who may do everything can do this too.
        if isOpen { return holes }
        holes += WideList(subject: subject).hole.map { [$0] } ?? []
        holes += SelfGrant(subject: subject, writing: writing).hole.map { [$0] } ?? []
        if subject.method == .create || subject.method == .update {
            holes += LooseContents(subject: subject, creating: creating(beside: subject)).holes
        }
        return holes
    }

    private var writing: [HoleSubject] { subjects.filter { $0.method == .create || $0.method == .update } }

    /// The statements of other blocks for the same method.
    private func others(of subject: HoleSubject) -> [HoleSubject] {
        subjects.filter {
            $0.method == subject.method && $0.statement.block != subject.statement.block
                && !$0.allowed.isEmpty
        }
    }

    /// The statements for `create` on the same paths.
    private func creating(beside subject: HoleSubject) -> [HoleSubject] {
        subject.method == .create
            ? []
            : subjects.filter { $0.method == .create && $0.statement.pattern == subject.statement.pattern }
    }
}

extension Hole {
    /// Rules without `rules_version = '2'`.
    fileprivate static var noVersion: Hole {
        Hole(
            kind: .noVersion, severity: .note,
            message:
                "without rules_version = '2', {name=**} does not match the document itself, and queries of collection groups are denied",
            range: nil, request: nil, contrast: nil)
    }
}
