import RealtimeDatabaseModel

/// All who listen to one database.
struct Listeners: Sendable {
    private var listeners: [Int: Listener] = [:]
    private var index = ListenerIndex()
    /// Those whose right to read depends on data.
    private var dependent: Set<Int> = []
    private var lastID = 0

    /// How many there are.
    var count: Int { listeners.count }

    /// Takes a listener in, and tells what is there to begin with.
    ///
    /// - Returns: The listener's number.
    mutating func add(_ listener: Listener, to root: DataNode, _ rules: DatabaseRules?) -> Int {
        lastID += 1
        var listener = listener
        // Nobody waits for it yet.
        _ = listener.queue.post(listener.firstEvent(in: root), size: 0)
        listeners[lastID] = listener
        index.insert(lastID, at: listener.path)
        note(lastID, rules)
        return lastID
    }

    /// Forgets a listener.
    mutating func remove(_ id: Int) {
        guard let listener = listeners.removeValue(forKey: id) else { return }
        index.remove(id, at: listener.path)
        dependent.remove(id)
    }

    /// Tells of a commit those who see something of it, and ends the streams of those who may no longer read.
    ///
    /// Whoever sees nothing of the commit is looked at only where the rules let data decide who may read.
    mutating func tell(of commit: DatabaseCommit, _ access: ReadAccess, _ news: inout DatabaseNews) {
        if listeners.isEmpty { return }
        for id in dependent.sorted() { tell(id, nil, size: 0, access, &news) }
        for (id, entries) in index.concerned(by: commit.update.entries) {
            guard let event = listeners[id]?.event(of: commit, entries) else { continue }
            tell(id, event, size: commit.size, access, &news)
        }
    }

    /// Ends the streams of those who may no longer read, now that there are other rules.
    mutating func check(_ access: ReadAccess, _ news: inout DatabaseNews) {
        for id in listeners.keys.sorted() {
            tell(id, nil, size: 0, access, &news)
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

    private mutating func tell(
        _ id: Int, _ event: StreamEvent?, size: Int, _ access: ReadAccess, _ news: inout DatabaseNews
    ) {
        guard let listener = listeners[id] else { return }
        if !access.stillAllows(listener, &news) {
            news.handovers += listener.queue.end(with: .cancel)
            remove(id)
        } else if let event {
            let (isOpen, handover) = listener.queue.post(event, size: size)
            news.handovers += handover
            if !isOpen { remove(id) }
        }
    }
}
