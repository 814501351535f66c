import DequeModule
import RealtimeDatabaseRules

/// Decisions that coverage has not counted yet, in bounded memory. A value.
///
/// Beyond its bounds, the oldest are dropped.
struct CoverageBacklog: Sendable {
    /// How much is kept.
    struct Bounds: Sendable {
        /// The number of rules that the decisions evaluated: so many are evaluated again when somebody asks.
        var evaluations = 10_000
        /// The approximate number of bytes of old data that are kept alive.
        var past = 64 << 20
    }

    private struct Entry: Sendable {
        let request: DatabaseRequest
        let evaluations: Int
        let discarded: Int
    }

    private let bounds: Bounds
    private var entries: Deque<Entry> = []
    private var evaluations = 0
    /// How many decisions were added.
    private(set) var count = 0
    /// How many of them were dropped.
    private(set) var droppedCount = 0

    init(_ bounds: Bounds = Bounds()) {
        self.bounds = bounds
    }

    /// Adds a request that was decided.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - evaluations: How many rules the decision evaluated.
    ///   - discarded: How much the database had dropped before: see ``DatabaseState/discarded``.
    mutating func append(_ request: DatabaseRequest, evaluations: Int, discarded: Int) {
        count += 1
        entries.append(Entry(request: request, evaluations: evaluations, discarded: discarded))
        self.evaluations += evaluations
        while self.evaluations > bounds.evaluations, popFirst() { droppedCount += 1 }
    }

    /// Drops decisions that keep too much old data alive.
    ///
    /// - Parameter discarded: How much the database has dropped by now.
    mutating func trim(discarded: Int) {
        while let first = entries.first, discarded - first.discarded > bounds.past, popFirst() {
            droppedCount += 1
        }
    }

    /// Removes all requests, the oldest first.
    mutating func takeAll() -> [DatabaseRequest] {
        defer {
            entries = []
            evaluations = 0
        }
        return entries.map(\.request)
    }

    private mutating func popFirst() -> Bool {
        guard let first = entries.popFirst() else { return false }
        evaluations -= first.evaluations
        return true
    }
}
