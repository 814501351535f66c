import RealtimeDatabaseModel

/// The listeners of one database.
struct Listeners: Sendable {
    private var listeners: [Int: Listener] = [:]
    private var index = ListenerIndex()
    /// The listeners whose permission to read depends on the data.
    private var dependent: Set<Int> = []
    private var lastID = 0

    /// The number of listeners.
    var count: Int { listeners.count }

    /// Adds a listener, and sends it the present data.
    ///
    /// - Returns: The listener's number.
    mutating func add(
        _ listener: Listener, to root: DataNode, _ rules: DatabaseRules?, _ news: inout DatabaseNews
    ) -> Int {
        lastID += 1
        var listener = listener
        if let event = listener.firstEvent(in: root) {
            news.handovers += listener.sink.post(event, size: 0).handover
        }
        listeners[lastID] = listener
        listener.record?.note { $0.isOpen = true }
        index.insert(lastID, at: listener.path)
        note(lastID, rules)
        return lastID
    }

    /// Removes a listener.
    mutating func remove(_ id: Int) {
        guard let listener = listeners.removeValue(forKey: id) else { return }
        index.remove(id, at: listener.path)
        dependent.remove(id)
        listener.record?.note { $0.isOpen = false }
    }

    /// Notifies listeners of a commit that changes what they see, and ends the streams of those that may no longer read.
    ///
    /// Other listeners are checked only if their permission to read depends on the data.
    mutating func notify(of commit: DatabaseCommit, _ access: ReadAccess, _ news: inout DatabaseNews) {
        if listeners.isEmpty { return }
        for id in dependent.sorted() { notify(id, nil, size: 0, access, &news) }
        for (id, entries) in index.concerned(by: commit.update.entries) {
            guard let event = listeners[id]?.event(of: commit, entries) else { continue }
            notify(id, event, size: commit.size, access, &news)
        }
    }

    /// Ends the streams that new rules no longer allow.
    mutating func check(_ access: ReadAccess, _ news: inout DatabaseNews) {
        for id in listeners.keys.sorted() {
            notify(id, nil, size: 0, access, &news)
            note(id, access.rules)
        }
    }

    /// Gives listeners another identity, and ends those that it may not have.
    mutating func identify(
        _ ids: [Int], as caller: Caller, _ access: ReadAccess, _ news: inout DatabaseNews
    ) {
        for id in ids.sorted() {
            listeners[id]?.caller = caller
            notify(id, nil, size: 0, access, &news)
            note(id, access.rules)
        }
    }

    private mutating func note(_ id: Int, _ rules: DatabaseRules?) {
        dependent.remove(id)
        guard let rules, let listener = listeners[id], listener.caller.isBound,
            rules.looksAtData(forReading: listener.path)
        else { return }
        dependent.insert(id)
    }

    private mutating func notify(
        _ id: Int, _ event: StreamEvent?, size: Int, _ access: ReadAccess, _ news: inout DatabaseNews
    ) {
        guard let listener = listeners[id] else { return }
        if !access.stillAllows(listener, &news) {
            news.handovers += listener.sink.end(with: .cancel)
            listener.record?.note { $0.isRevoked = true }
            remove(id)
        } else if let event {
            let (isOpen, handover) = listener.sink.post(event, size: size)
            news.handovers += handover
            if !isOpen { remove(id) }
        }
    }
}
