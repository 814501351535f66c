import FirestoreModel

/// Which cursors of a conversation a listener reads.
enum CursorScope: Sendable, Equatable {
    /// All of them.
    case all
    /// Those that have moved since a time, inclusive.
    case moved(since: Timestamp)
    /// Only the listening user's own.
    case own(UserID)
    /// None: the server counts.
    case counted

    /// The time since which cursors must have moved; nil for all of them.
    var start: Timestamp? {
        if case .moved(let time) = self { time } else { nil }
    }
}

/// Decides which cursors a listener reads. A value.
///
/// In a small group it reads all. In a large one, it reads those that move, and has the server count for messages that are older than
/// the listening; a user who has sent none needs only their own cursor. As soon as the counts would have cost more than all cursors, it reads
/// these. So it never costs more than twice the cheapest way.
struct CursorPlan: Sendable {
    /// What to read.
    enum Choice: Sendable, Equatable {
        case all
        case own
        /// Those that move, and counts.
        case moved
    }

    private(set) var choice: Choice?
    /// The number of reads billed for counts so far.
    private var spent = 0
    private let stages: Int

    /// - Parameter stages: How many stages the schema has.
    init(stages: Int) { self.stages = stages }

    /// Chooses again.
    ///
    /// - Parameters:
    ///   - members: How many members there are; nil if unknown.
    ///   - hasViewer: Whether a user listens.
    ///   - shown: Whether any message shows a receipt.
    ///   - uncounted: How many messages only the server can count.
    mutating func choose(members: Int?, hasViewer: Bool, shown: Bool, uncounted: Int) {
        guard choice != .all else { return }
        guard let members, members > LargeGroup.threshold,
            spent + LargeGroup.reads(toCount: uncounted, stages: stages, members: members) <= members
        else {
            choice = .all
            return
        }
        // Whoever has sent a message goes on listening to its readers.
        if choice != .moved { choice = shown || !hasViewer ? .moved : .own }
    }

    /// Notes the cost of counts.
    mutating func counted(reads: Int) { spent += reads }
}
