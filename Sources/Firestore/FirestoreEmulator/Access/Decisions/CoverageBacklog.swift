import DequeModule

/// Decisions that coverage has not counted yet, in bounded memory. A value.
///
/// Beyond its bounds, the oldest allowed decisions are dropped first, then the oldest denials: denials are rarer and show more.
struct CoverageBacklog: Sendable {
    /// A decision, measured.
    struct Entry: Sendable {
        let decision: DecidedRequest
        fileprivate let effort: Int
        fileprivate let size: Int
        fileprivate var number = 0

        init(_ decision: DecidedRequest) {
            self.decision = decision
            effort = decision.effort
            size = decision.size
        }
    }

    let bounds: CoverageBounds
    /// How many decisions were added.
    private(set) var count = 0
    /// How many of them were dropped.
    private(set) var droppedCount = 0
    private var allowed: Deque<Entry> = []
    private var denied: Deque<Entry> = []
    private var effort = 0
    private var size = 0

    init(bounds: CoverageBounds = CoverageBounds()) {
        self.bounds = bounds
    }

    var isEmpty: Bool { allowed.isEmpty && denied.isEmpty }

    /// Whether it is time to count some.
    var isHalfFull: Bool { effort > bounds.effort / 2 || size > bounds.size / 2 }

    mutating func append(_ decision: DecidedRequest) {
        append(Entry(decision))
    }

    mutating func append(_ entry: Entry) {
        count += 1
        var entry = entry
        entry.number = count
        effort += entry.effort
        size += entry.size
        if entry.decision.isAllowed { allowed.append(entry) } else { denied.append(entry) }
        while effort > bounds.effort || size > bounds.size {
            guard let dropped = allowed.popFirst() ?? denied.popFirst() else { return }
            forget(dropped)
            droppedCount += 1
        }
    }

    /// Removes the oldest decisions.
    ///
    /// - Parameter limit: The effort of counting them. One decision is always returned, if there is any.
    mutating func takeFirst(effort limit: Int = .max) -> [DecidedRequest] {
        var decisions: [DecidedRequest] = []
        var taken = 0
        while taken < limit, let entry = popOldest() {
            forget(entry)
            taken += entry.effort
            decisions.append(entry.decision)
        }
        return decisions
    }

    /// Drops all.
    mutating func removeAll() {
        self = CoverageBacklog(bounds: bounds)
    }

    private mutating func popOldest() -> Entry? {
        switch (allowed.first?.number, denied.first?.number) {
        case (let a?, let b?): a < b ? allowed.popFirst() : denied.popFirst()
        case (_?, nil): allowed.popFirst()
        case (nil, _): denied.popFirst()
        }
    }

    private mutating func forget(_ entry: Entry) {
        effort -= entry.effort
        size -= entry.size
    }
}
