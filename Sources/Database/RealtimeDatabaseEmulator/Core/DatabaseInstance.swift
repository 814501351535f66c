import CoreValues
import EmulatorAccess
import JSONText
import RealtimeDatabaseModel
import Synchronization

/// One database: its tree, its rules, and those who listen to it.
///
/// Writes are carried out one after the other, and listeners are told of them in that order.
final class DatabaseInstance: Sendable {
    /// The name of the database.
    let namespace: String
    private let configuration: DatabaseEmulatorConfiguration
    private let state: Mutex<DatabaseState>
    private let log: DecisionLog

    /// Creates an empty database without rules.
    ///
    /// - Parameter largestPast: How many bytes of what it no longer holds are kept alive for explanations.
    init(
        _ namespace: String, configuration: DatabaseEmulatorConfiguration,
        largestPast: Int = DecisionLog.largestPast
    ) {
        self.namespace = namespace
        self.configuration = configuration
        log = DecisionLog(namespace, configuration, largestPast: largestPast)
        state = Mutex(DatabaseState(generator: configuration.generator))
    }

    /// All that is in the database now.
    var root: DataNode { state.withLock { $0.root } }

    /// The rules; nil where none were set, which allows everything.
    var rules: DatabaseRules? { state.withLock { $0.rules } }

    /// What the rules have decided of late, the oldest first.
    var recentDecisions: [DatabaseRuleDecision] { log.decisions }

    /// How many streams are open.
    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Carries a write out, or refuses it as a whole.
    func write(_ request: WriteRequest) throws(WriteRefusal) -> WriteOutcome {
        let (result, denial) = change { state, now, news in
            Result { () throws(WriteRefusal) in try state.write(request, at: now, &news) }
        }
        if case .success = result { configuration.onChange?() }
        if case .failure(.denied) = result { throw .denied(denial) }
        return try result.get()
    }

    /// What is at a path now, as a whole.
    ///
    /// - Throws: Where the rules do not allow what is to be read of it.
    func read(_ path: DatabasePath, _ query: DataQuery?, by caller: Caller) throws(RulesDenial) -> DataNode {
        let (root, denial) = change(isBackground: caller.isInBackground) { state, now, news in
            state.allowsRead(of: path, query, by: caller, at: now, &news) ? state.root : nil
        }
        guard let root else { throw denial }
        return root.value(at: path)
    }

    /// Begins to listen: what is there now comes first, and then each change.
    ///
    /// - Parameters:
    ///   - path: The node to listen to.
    ///   - query: Which of its children; nil for the whole node.
    ///   - caller: Who listens.
    /// - Throws: Where the rules do not allow it.
    func listen(
        to path: DatabasePath, _ query: DataQuery?, by caller: Caller
    ) throws(RulesDenial) -> Subscription {
        let queue = EventQueue(limit: configuration.limitOfLag)
        let listener = Listener(path: path, query: query, caller: caller, queue: queue)
        let (id, denial) = change(isBackground: caller.isInBackground) { state, now, news in
            state.listen(listener, at: now, &news)
        }
        guard let id else { throw denial }
        let timing = StreamTiming(configuration, expiry: caller.expiry)
        return Subscription(queue, timing: timing) { [weak self] in
            self?.state.withLock { $0.listeners.remove(id) }
        }
    }

    /// Sets the rules; nil for none. Streams that they do not allow end.
    func setRules(_ rules: DatabaseRules?) {
        _ = change { state, now, news in state.setRules(rules, at: now, &news) }
    }

    /// Removes all data and the rules; those who listen are told.
    func clear() {
        setRules(nil)
        _ = try? write(WriteRequest(path: .root, content: .put(.null)))
    }

    /// Works on the state, and tells of what has happened once it is free for others.
    ///
    /// - Parameter isBackground: Whether nobody has asked for what is read.
    /// - Returns: What came of it, and where what rules said was written down, should they have denied it.
    private func change<Result>(
        isBackground: Bool = false, _ work: (inout DatabaseState, Timestamp, inout DatabaseNews) -> Result
    ) -> (Result, RulesDenial) {
        var news = DatabaseNews()
        let (result, discarded) = state.withLock { state in
            let discarded = state.discarded
            let result = work(&state, configuration.clock.now(), &news)
            return (result, discarded...state.discarded)
        }
        for handover in news.handovers { handover.run() }
        let number = log.append(news.verdicts, isBackground: isBackground, discarded: discarded)
        return (result, RulesDenial(decision: number))
    }
}
