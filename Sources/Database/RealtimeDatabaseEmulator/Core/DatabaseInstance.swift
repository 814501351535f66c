import CoreValues
import EmulatorAccess
import JSONText
import RealtimeDatabaseModel
import Synchronization

/// One database: its tree, its rules and its listeners.
///
/// Writes are executed one after the other, and listeners are notified in that order.
final class DatabaseInstance: Sendable {
    /// The name of the database.
    let namespace: String
    private let configuration: DatabaseEmulatorConfiguration
    private let state: Mutex<DatabaseState>
    private let log: DecisionLog
    /// Nil if no calls are recorded.
    let calls: CallLog?

    /// Creates an empty database without rules.
    ///
    /// - Parameter largestPast: The number of bytes of old data to keep alive for explanations.
    init(
        _ namespace: String, configuration: DatabaseEmulatorConfiguration,
        largestPast: Int = DecisionLog.largestPast
    ) {
        self.namespace = namespace
        self.configuration = configuration
        log = DecisionLog(namespace, configuration, largestPast: largestPast)
        calls = configuration.rememberedCalls > 0 ? CallLog(capacity: configuration.rememberedCalls) : nil
        state = Mutex(DatabaseState(generator: configuration.generator))
    }

    /// All the data now.
    var root: DataNode { state.withLock { $0.root } }

    /// The rules; nil if none were set, which allows everything.
    var rules: DatabaseRules? { state.withLock { $0.rules } }

    /// The latest decisions of the rules, oldest first.
    var recentDecisions: [DatabaseRuleDecision] { log.decisions }

    /// The number of open streams.
    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Executes a write, or refuses it as a whole.
    func write(
        _ request: WriteRequest, _ record: CallRecord? = nil
    ) throws(WriteRefusal) -> WriteOutcome {
        let (result, denial) = change(by: request.caller, record) { state, now, news in
            Result { () throws(WriteRefusal) in try state.write(request, at: now, &news) }
        }
        if case .success = result { configuration.onChange?() }
        if case .failure(.denied) = result { throw .denied(denial) }
        return try result.get()
    }

    /// Decides whether a write could be executed now, without executing it.
    func check(_ request: WriteRequest, _ record: CallRecord? = nil) throws(WriteRefusal) {
        let (result, denial) = change(by: request.caller, record) { state, now, news in
            Result { () throws(WriteRefusal) in _ = try state.check(request, at: now, &news) }
        }
        if case .failure(.denied) = result { throw .denied(denial) }
        try result.get()
    }

    /// All data at a path.
    ///
    /// - Throws: If the rules do not allow the read.
    func read(
        _ path: DatabasePath, _ query: DataQuery?, by caller: Caller, _ record: CallRecord? = nil
    ) throws(RulesDenial) -> DataNode {
        let (root, denial) = change(by: caller, isBackground: caller.isInBackground, record) {
            state, now, news in
            state.allowsRead(of: path, query, by: caller, at: now, &news) ? state.root : nil
        }
        guard let root else { throw denial }
        return root.value(at: path)
    }

    /// Starts to listen: the present data comes first, and then each change.
    ///
    /// - Parameters:
    ///   - path: The node to listen to.
    ///   - query: The children to listen to; nil for the whole node.
    ///   - caller: The listener.
    /// - Throws: If the rules do not allow it.
    func listen(
        to path: DatabasePath, _ query: DataQuery?, by caller: Caller, _ record: CallRecord? = nil
    ) throws(RulesDenial) -> Subscription {
        let queue = EventQueue(limit: configuration.limitOfLag)
        let id = try add(Listener(path: path, query: query, caller: caller, sink: queue, record: record))
        let timing = StreamTiming(configuration, expiry: caller.expiry)
        return Subscription(queue, record, timing: timing) { [weak self] in self?.remove(id) }
    }

    /// Adds a listener.
    ///
    /// - Returns: Its number.
    /// - Throws: If the rules do not allow it.
    func add(_ listener: Listener) throws(RulesDenial) -> Int {
        let caller = listener.caller
        let (id, denial) = change(by: caller, isBackground: caller.isInBackground, listener.record) {
            state, now, news in
            state.listen(listener, at: now, &news)
        }
        guard let id else { throw denial }
        return id
    }

    /// Removes a listener.
    func remove(_ id: Int) { state.withLock { $0.listeners.remove(id) } }

    /// Gives listeners another identity, and ends those that it may not have.
    func identify(_ ids: [Int], as caller: Caller) {
        _ = change { state, now, news in state.identify(ids, as: caller, at: now, &news) }
    }

    /// Sets the rules, or nil. Streams that they no longer allow end.
    func setRules(_ rules: DatabaseRules?) {
        _ = change { state, now, news in state.setRules(rules, at: now, &news) }
    }

    /// How rules decide on an earlier call now: see ``DatabaseState/verdict(on:by:at:)``. It is not recorded.
    func verdict(on call: LoggedCall, by rules: DatabaseRules?) throws(WriteRefusal) -> RulesVerdict? {
        let state = state.withLock { $0 }
        return try state.verdict(on: call, by: rules, at: configuration.clock.now())
    }

    /// Removes all data and the rules, and notifies listeners.
    func clear() {
        setRules(nil)
        _ = try? write(WriteRequest(path: .root, content: .put(.null)))
    }

    /// Works on the state, and sends notifications after it is unlocked.
    ///
    /// - Parameters:
    ///   - caller: Who asks for it; nil for the emulator itself.
    ///   - isBackground: Whether it is a background read.
    ///   - record: Where the number of the decision about the caller is noted.
    /// - Returns: The result, and the number of the decision if the rules denied it.
    private func change<Result>(
        by caller: Caller? = nil, isBackground: Bool = false, _ record: CallRecord? = nil,
        _ work: (inout DatabaseState, Timestamp, inout DatabaseNews) -> Result
    ) -> (Result, RulesDenial) {
        var news = DatabaseNews()
        let (result, discarded, coverage) = state.withLock { state in
            let discarded = state.discarded
            let result = work(&state, configuration.clock.now(), &news)
            return (result, discarded...state.discarded, state.rules?.coverage)
        }
        for handover in news.handovers { handover.run() }
        for verdict in news.verdicts { verdict.coverage.add(verdict, discarded: discarded.lowerBound) }
        coverage?.trim(discarded: discarded.upperBound)
        let number = log.append(news.verdicts, isBackground: isBackground, discarded: discarded)
        // The first decision is about the caller, if the rules bind them; the others are about listeners.
        if let record, caller?.isBound == true { record.note { $0.decision = number } }
        return (result, RulesDenial(decision: number))
    }
}
