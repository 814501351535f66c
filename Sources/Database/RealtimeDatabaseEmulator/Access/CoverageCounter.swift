import RealtimeDatabaseRules
import Synchronization

/// Counts how often the conditions of one version of the rules were true and false: when somebody asks.
///
/// To count a decision is to make it once more, with tracing. So requests only leave their decisions here.
final class CoverageCounter: Sendable {
    /// The counts of the decisions so far.
    struct Report: Sendable {
        let coverage: DatabaseCoverage
        /// How many decisions are counted or dropped.
        let decisions: Int
        /// How many decisions are not counted: more were made than are kept until somebody asks.
        let uncounted: Int
    }

    private let ruleset: DatabaseRuleset
    private let backlog: Mutex<CoverageBacklog>
    /// The counts so far; nil before the first. Decisions leave the backlog while this is locked.
    private let counts = Mutex<DatabaseCoverage?>(nil)

    init(_ ruleset: DatabaseRuleset, bounds: CoverageBacklog.Bounds = CoverageBacklog.Bounds()) {
        self.ruleset = ruleset
        backlog = Mutex(CoverageBacklog(bounds))
    }

    /// Adds a decision of these rules.
    ///
    /// - Parameter discarded: How much the database had dropped before: see ``DatabaseState/discarded``.
    func add(_ verdict: RulesVerdict, discarded: Int) {
        backlog.withLock {
            $0.append(verdict.request, evaluations: verdict.evaluations, discarded: discarded)
        }
    }

    /// Drops decisions that keep too much old data alive.
    ///
    /// - Parameter discarded: How much the database has dropped by now.
    func trim(discarded: Int) {
        backlog.withLock { $0.trim(discarded: discarded) }
    }

    /// The counts of all decisions so far, but for those that were dropped.
    var report: Report {
        counts.withLock { counts in
            let (requests, decisions, uncounted) = backlog.withLock {
                ($0.takeAll(), $0.count, $0.droppedCount)
            }
            var coverage = counts ?? DatabaseCoverage(ruleset)
            // Moved out, so that the counts change in place.
            counts = nil
            for request in requests { coverage.add(ruleset.decide(request, isTraced: true)) }
            counts = coverage
            return Report(coverage: coverage, decisions: decisions, uncounted: uncounted)
        }
    }
}
