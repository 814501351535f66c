import FirestoreModel
import FirestoreRules
import Synchronization

/// Counts the decisions of one version of a project's rules for coverage: when somebody asks, or in the background once many
/// wait.
///
/// To count a decision is to repeat it with tracing, which takes several times as long as to decide. So requests only leave
/// their decisions here. If nobody ever asks, that costs a bounded time in all: ``CoverageBounds/backgroundEffort``.
final class CoverageCounter: Sendable {
    /// The effort after which the background work lets others go first.
    private static let effortAtOnce = 100

    private struct State: Sendable {
        var backlog: CoverageBacklog
        var backgroundEffort: Int
        var isCounting = false
        /// True once other rules have taken the place of these.
        var isClosed = false
    }

    private let rules: PlannedRules
    private let state: Mutex<State>
    /// The counts so far; nil before the first. Decisions are taken from the backlog while this is locked, which keeps them in order.
    private let recorder = Mutex<CoverageRecorder?>(nil)
    private let startInBackground: @Sendable (@escaping @Sendable () async -> Void) -> Void

    /// - Parameter startInBackground: Starts the background work.
    init(
        _ rules: PlannedRules, bounds: CoverageBounds = CoverageBounds(),
        startInBackground: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void = { work in
            Task.detached(priority: .background) { await work() }
        }
    ) {
        self.rules = rules
        self.startInBackground = startInBackground
        state = Mutex(
            State(backlog: CoverageBacklog(bounds: bounds), backgroundEffort: bounds.backgroundEffort))
    }

    /// Adds a decision.
    func add(_ decision: DecidedRequest) {
        let entry = CoverageBacklog.Entry(decision)
        let isStarting = state.withLock { state in
            if state.isClosed { return false }
            state.backlog.append(entry)
            guard state.backlog.isHalfFull, !state.isCounting, state.backgroundEffort > 0 else {
                return false
            }
            state.isCounting = true
            return true
        }
        if isStarting { startInBackground { await self.countInBackground() } }
    }

    /// The report on all decisions so far, except those that were dropped.
    func report() -> CoverageReport {
        recorder.withLock { recorder in
            let (decisions, uncounted) = state.withLock { state in
                state.backgroundEffort = state.backlog.bounds.backgroundEffort
                return (state.backlog.takeFirst(), state.backlog.droppedCount)
            }
            let counts = count(decisions, &recorder)
            return CoverageReport(rules.tracedPlan, counts, uncounted: uncounted)
        }
    }

    /// Drops what has not been counted, and takes no more: the rules are no longer in force.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.backlog.removeAll()
        }
    }

    private func countInBackground() async {
        while countSome() { await Task.yield() }
    }

    /// Counts some of the oldest decisions.
    ///
    /// - Returns: False if that is all for now.
    private func countSome() -> Bool {
        recorder.withLock { recorder in
            let decisions = state.withLock { state in
                let limit = min(state.backgroundEffort, CoverageCounter.effortAtOnce)
                let decisions = limit > 0 ? state.backlog.takeFirst(effort: limit) : []
                state.backgroundEffort -= decisions.reduce(0) { $0 + $1.effort }
                if decisions.isEmpty { state.isCounting = false }
                return decisions
            }
            if decisions.isEmpty { return false }
            _ = count(decisions, &recorder)
            return true
        }
    }

    private func count(
        _ decisions: [DecidedRequest], _ recorder: inout CoverageRecorder?
    ) -> CoverageRecorder {
        var counts = recorder ?? CoverageRecorder(rules.tracedPlan)
        // Moved out, so that the counts change in place.
        recorder = nil
        for decision in decisions { counts.add(decision.steps(by: rules)) }
        recorder = counts
        return counts
    }
}
