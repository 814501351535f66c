import FirestoreModel

/// The states that a database has had, for reads at a time in the past. Bounded: the oldest go first.
struct History: Sendable {
    private struct Entry: Sendable {
        let time: Timestamp
        let state: DatabaseState
        /// About how much memory the state keeps alive that later states no longer use.
        let cost: Int
    }

    /// About how many bytes a version of a document takes beside its fields.
    static let costOfVersion = 512

    /// The most memory, in bytes, that old states may keep alive.
    let maximumCost: Int
    private var entries: [Entry] = []
    private var totalCost = 0
    /// From this time on the history is whole.
    private(set) var begin: Timestamp

    init(begin: Timestamp, maximumCost: Int) {
        self.begin = begin
        self.maximumCost = maximumCost
    }

    /// Remembers the state that a commit left behind.
    ///
    /// - Parameters:
    ///   - state: The state before the commit.
    ///   - time: When that state began.
    ///   - end: The time of the commit that ended it.
    ///   - cost: About how many bytes the state keeps alive that the commit has replaced.
    mutating func append(_ state: DatabaseState, since time: Timestamp, until end: Timestamp, cost: Int) {
        entries.append(Entry(time: time, state: state, cost: cost))
        totalCost += cost
        var dropped = 0
        while totalCost > maximumCost, dropped < entries.count {
            totalCost -= entries[dropped].cost
            dropped += 1
        }
        guard dropped > 0 else { return }
        entries.removeFirst(dropped)
        begin = entries.first?.time ?? end
    }

    /// The state at a time before the latest commit; nil when it is no longer known.
    func state(at time: Timestamp) -> DatabaseState? {
        guard time >= begin else { return nil }
        return entries.last { $0.time <= time }?.state
    }
}
