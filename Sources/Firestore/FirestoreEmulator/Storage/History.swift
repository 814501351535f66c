import FirestoreModel

/// The earlier states of a database, for reads at a past time. Bounded: the oldest are dropped first.
struct History: Sendable {
    private struct Entry: Sendable {
        let time: Timestamp
        let state: DatabaseState
        /// The approximate memory that only this state and earlier ones keep alive.
        let cost: Int
        /// Who made the commit that ended the state; nil for an import or a clearing.
        let origin: CommitOrigin?
    }

    /// The approximate size of a version of a document without its fields, in bytes.
    static let costOfVersion = 512

    /// The maximum memory, in bytes, that old states may keep alive.
    let maximumCost: Int
    private var entries: [Entry] = []
    private var totalCost = 0
    /// The history is complete from this time on.
    private(set) var begin: Timestamp

    init(begin: Timestamp, maximumCost: Int) {
        self.begin = begin
        self.maximumCost = maximumCost
    }

    /// Stores the state before a commit.
    ///
    /// - Parameters:
    ///   - state: The state before the commit.
    ///   - time: When that state began.
    ///   - end: The time of the commit that ended it.
    ///   - cost: The approximate number of bytes replaced by the commit that the state keeps alive.
    ///   - origin: Who made the commit.
    mutating func append(
        _ state: DatabaseState, since time: Timestamp, until end: Timestamp, cost: Int,
        by origin: CommitOrigin? = nil
    ) {
        entries.append(Entry(time: time, state: state, cost: cost, origin: origin))
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

    /// The state at a time before the latest commit; nil if it is no longer known.
    func state(at time: Timestamp) -> DatabaseState? {
        guard time >= begin else { return nil }
        return entries.last { $0.time <= time }?.state
    }

    /// The remembered commits, the latest first.
    ///
    /// - Parameters:
    ///   - latest: The state after the latest commit.
    ///   - time: When that state began.
    func commits(before latest: DatabaseState, since time: Timestamp) -> some Sequence<PastCommit> {
        entries.indices.reversed().lazy.map { [entries] index in
            let next = index + 1 < entries.count ? entries[index + 1] : nil
            return PastCommit(
                time: next?.time ?? time, before: entries[index].state, after: next?.state ?? latest,
                origin: entries[index].origin)
        }
    }
}
