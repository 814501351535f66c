import CoreValues
import RealtimeDatabaseModel

/// The content of a database at one moment, and its transitions.
struct DatabaseState: Sendable {
    private(set) var root = DataNode.null
    private(set) var rules: DatabaseRules?
    var listeners = Listeners()
    /// The approximate size in bytes of all data replaced or refused so far. Holding the database of an earlier
    /// moment keeps alive as much as this has grown since.
    private(set) var discarded = 0
    private var pushIDs = PushIDs()
    private var generator: any RandomNumberGenerator & Sendable

    /// Creates the state of an empty database.
    ///
    /// - Parameter generator: The source of the random parts of keys.
    init(generator: any RandomNumberGenerator & Sendable) {
        self.generator = generator
    }

    /// Executes a write, or refuses it as a whole.
    mutating func write(
        _ request: WriteRequest, at time: Timestamp, _ news: inout DatabaseNews
    ) throws(WriteRefusal) -> WriteOutcome {
        let before = root
        let (update, after, key) = try check(request, at: time, &news)
        root = after
        discarded += update.memory(in: before)
        let commit = DatabaseCommit(
            path: request.path.node, isPatch: request.isPatch, update: update, before: before, after: after,
            size: request.size)
        listeners.notify(of: commit, access(at: time), &news)
        return WriteOutcome(update: update, key: key)
    }

    /// Decides whether a write can be executed, and what it leads to.
    mutating func check(
        _ request: WriteRequest, at time: Timestamp, _ news: inout DatabaseNews
    ) throws(WriteRefusal) -> (update: DatabaseUpdate, after: DataNode, key: DataKey?) {
        let before = root
        let key = request.isPush ? nextKey(at: time) : nil
        let update: DatabaseUpdate
        do throws(DataProblem) { update = try request.update(of: before, key: key, at: time) } catch {
            throw .invalid(error)
        }
        var after = before
        update.apply(to: &after)
        // Checked first: a caller who may not write learns nothing about the data.
        if let rules, request.caller.isBound {
            let verdict = rules.write(update, by: request.caller, from: before, to: after, at: time)
            news.verdicts.append(verdict)
            guard verdict.isAllowed else {
                discarded += update.memory(in: after)
                throw .denied(RulesDenial())
            }
        }
        if let condition = request.condition {
            let current = before.value(at: request.path)
            guard condition.holds(for: current) else {
                discarded += update.memory(in: after)
                throw .changed(current)
            }
        }
        return (update, after, key)
    }

    /// Whether a caller may read.
    func allowsRead(
        of path: DatabasePath, _ query: DataQuery?, by caller: Caller, at time: Timestamp,
        _ news: inout DatabaseNews
    ) -> Bool {
        access(at: time).allows(path, query, by: caller, &news)
    }

    /// Adds a listener.
    ///
    /// - Returns: The listener's number; nil if the rules do not allow it.
    mutating func listen(_ listener: Listener, at time: Timestamp, _ news: inout DatabaseNews) -> Int? {
        let isAllowed = allowsRead(
            of: listener.path, listener.query, by: listener.caller, at: time, &news)
        return isAllowed ? listeners.add(listener, to: root, rules, &news) : nil
    }

    /// Sets the rules, or nil. Streams that they no longer allow end.
    mutating func setRules(_ rules: DatabaseRules?, at time: Timestamp, _ news: inout DatabaseNews) {
        self.rules = rules
        listeners.check(access(at: time), &news)
    }

    /// Sets the rules of a copy, whose listeners learn nothing of it.
    mutating func replaceRules(_ rules: DatabaseRules) { self.rules = rules }

    /// Gives listeners another identity, and ends those that it may not have.
    mutating func identify(_ ids: [Int], as caller: Caller, at time: Timestamp, _ news: inout DatabaseNews) {
        listeners.identify(ids, as: caller, access(at: time), &news)
    }

    private func access(at time: Timestamp) -> ReadAccess {
        ReadAccess(rules: rules, root: root, time: time)
    }

    private mutating func nextKey(at time: Timestamp) -> DataKey {
        pushIDs.next(at: UInt64(max(0, time.milliseconds)), using: &generator)
    }
}

/// Notifications to send after the database is unlocked.
struct DatabaseNews {
    /// Events for waiting listeners.
    var handovers: [Handover] = []
    /// The decisions of the rules.
    var verdicts: [RulesVerdict] = []
}

/// A completed write, as listeners are notified of it.
struct DatabaseCommit: Sendable {
    /// The path that the request was sent to.
    let path: DatabasePath
    /// Whether the request was a PATCH, which listeners receive as one event.
    let isPatch: Bool
    let update: DatabaseUpdate
    let before: DataNode
    let after: DataNode
    /// The approximate memory of its events: the bytes of the request.
    let size: Int
}
