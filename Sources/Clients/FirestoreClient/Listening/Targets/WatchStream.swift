import FirestoreModel
import FirestoreRPC

/// The client's side of a stream `Listen`: which targets there are, what to ask, and what the answers mean. It has neither clock nor
/// network.
struct WatchStream: Sendable {
    /// The server's answers make no sense.
    struct Damage: Error, Equatable {
        let reason: String
    }

    /// What answers mean for listeners. Targets are named by their keys, which stay the same.
    enum Event: Sendable {
        case update(key: Int, TargetUpdate)
        /// The target has ended.
        case failure(key: Int, RPCStatus)
    }

    private let database: String
    private(set) var targets: [Int: WatchedTarget] = [:]
    private var keys: [Int32: Int] = [:]
    private var lastKey = 0
    private var lastID: Int32 = 0
    /// What to send, in this order.
    private var requests: [ListenRequest] = []
    /// Targets that have heard something since the last update.
    private var touched: Set<Int> = []
    /// Where all targets that are current can resume.
    private var resumeToken: [UInt8] = []
    private var lastTime: Timestamp?
    /// How often a target had to be listened to again, because its documents could not be made those of the server.
    private(set) var mismatches = 0
    /// How many documents have come.
    private(set) var documentsReceived = 0

    init(database: String) { self.database = database }

    var isEmpty: Bool { targets.isEmpty }

    /// Whether there is something to send.
    var hasRequests: Bool { !requests.isEmpty }

    /// Takes what is to be sent.
    mutating func takeRequests() -> [ListenRequest] {
        defer { requests = [] }
        return requests
    }
}

/// What listeners ask for.
extension WatchStream {
    /// Adds a target.
    ///
    /// - Parameter isShared: Whether other listeners may join it. Only then are its documents kept.
    /// - Returns: Its key.
    mutating func add(_ content: Target.Content, isShared: Bool = true) -> Int {
        lastKey += 1
        let target = WatchedTarget(content, id: takeID(), isShared: isShared)
        targets[lastKey] = target
        keys[target.id] = lastKey
        ask(.addTarget(target.addition))
        return lastKey
    }

    mutating func remove(_ key: Int) {
        guard let target = targets.removeValue(forKey: key) else { return }
        keys[target.id] = nil
        ask(.removeTarget(target.id))
    }

    /// The key of a target with the same content that others may join.
    func key(of content: Target.Content) -> Int? {
        targets.first { $0.value.isShared && $0.value.content == content }?.key
    }

    /// What a listener that joins a target gets first.
    ///
    /// - Parameter update: The update that it takes the place of, if there is one.
    func everything(of key: Int, since update: TargetUpdate? = nil) -> TargetUpdate? {
        targets[key]?.everything(at: lastTime, documentsRead: update?.documentsRead ?? 0)
    }

    /// A new connection begins: all targets are added to it.
    mutating func connect() {
        disconnect()
        requests = []
        for (_, target) in targets.sorted(by: { $0.key < $1.key }) { ask(.addTarget(target.addition)) }
    }

    /// The connection has ended: nothing is known of what happens from now on.
    private mutating func disconnect() {
        for key in targets.keys { targets[key]?.disconnect(resumeToken) }
        touched.formUnion(targets.keys)
        resumeToken = []
    }

    /// There is no connection, and none can be made.
    mutating func lose() -> [Event] {
        disconnect()
        return targets.keys.compactMap { key in
            targets[key]?.takeLoss().map { .update(key: key, $0) }
        }
    }

    private mutating func ask(_ change: ListenRequest.Change) {
        requests.append(ListenRequest(database: database, change))
    }

    private mutating func takeID() -> Int32 {
        // Even ones, as the SDKs number targets of applications.
        lastID = lastID >= Int32.max - 2 ? 2 : lastID + 2
        return lastID
    }
}

/// What the server answers.
extension WatchStream {
    mutating func receive(_ response: ListenResponse) throws(Damage) -> [Event] {
        switch response {
        case .targetChange(let change): return try receive(change)
        case .documentChange(let change):
            documentsReceived += 1
            for key in touch(change.targetIDs) { targets[key]?.put(change.document) }
            remove(change.document.name, from: change.removedTargetIDs)
        case .documentDelete(let change): remove(change.name, from: change.removedTargetIDs)
        case .documentRemove(let change): remove(change.name, from: change.removedTargetIDs)
        case .filter(let filter): try check(filter)
        }
        return []
    }

    private mutating func remove(_ name: DocumentName, from ids: [Int32]) {
        for key in touch(ids) { targets[key]?.remove(name) }
    }

    /// The keys of targets that hear something. Numbers of targets that have ended are passed over.
    private mutating func touch(_ ids: [Int32]) -> [Int] {
        let keys = ids.compactMap { self.keys[$0] }
        touched.formUnion(keys)
        return keys
    }

    private mutating func receive(_ change: TargetChange) throws(Damage) -> [Event] {
        if change.kind == .remove { return try end(change.targetIDs, change.cause) }
        if change.kind == .noChange, change.targetIDs.isEmpty {
            guard let time = change.readTime else { return [] }
            if !change.resumeToken.isEmpty { resumeToken = change.resumeToken }
            return boundary(time)
        }
        for key in touch(change.targetIDs.isEmpty ? Array(keys.keys) : change.targetIDs) {
            switch change.kind {
            case .reset:
                targets[key]?.reset(resumeToken)
                continue
            case .current: targets[key]?.becomeCurrent()
            case .add, .noChange, .remove: break
            }
            targets[key]?.note(resumeToken: change.resumeToken)
        }
        return []
    }

    /// All that has come holds at this time.
    private mutating func boundary(_ time: Timestamp) -> [Event] {
        lastTime = time
        var events: [Event] = []
        for key in touched.sorted() {
            if let update = targets[key]?.takeUpdate(at: time) { events.append(.update(key: key, update)) }
        }
        touched = []
        return events
    }

    private mutating func end(_ ids: [Int32], _ cause: RPCStatus?) throws(Damage) -> [Event] {
        var events: [Event] = []
        for id in ids.isEmpty ? keys.keys.sorted() : ids {
            // An answer to what was asked for.
            guard let key = keys[id] else { continue }
            guard let cause else { throw Damage(reason: "a target was removed that nobody has removed") }
            keys[id] = nil
            targets[key] = nil
            events.append(.failure(key: key, cause))
        }
        return events
    }

    private mutating func check(_ filter: ExistenceFilter) throws(Damage) {
        guard let key = touch([filter.targetID]).first, targets[key]?.check(filter) == false else { return }
        mismatches += 1
        // Asking again and again would cost all its documents each time.
        if let target = targets[key], target.restarts > 0 {
            throw Damage(reason: "a target does not have as many documents as the server says")
        }
        keys[filter.targetID] = nil
        ask(.removeTarget(filter.targetID))
        let id = takeID()
        keys[id] = key
        targets[key]?.restart(id: id)
        if let target = targets[key] { ask(.addTarget(target.addition)) }
    }
}
