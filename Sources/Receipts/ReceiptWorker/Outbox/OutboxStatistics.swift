/// What an outbox holds.
public struct OutboxStatistics: Sendable, Equatable {
    /// The number of receipts that wait to be written.
    public var queued = 0
    /// When the oldest of them was stored, in milliseconds since 1970; nil when none waits.
    public var oldestStoredAt: Int64?
    /// The number of dead letters.
    public var deadLetters = 0
    /// The number of damaged receipts, which are set aside.
    public var damaged = 0
    /// How many of the waiting receipts have been tried before.
    public var retrying = 0

    /// Creates the statistics of an empty outbox.
    public init() {}
}

/// What an outbox has done since it was created.
public struct OutboxTotals: Sendable, Equatable {
    /// The number of receipts stored.
    public var stored = 0
    /// The number of receipts written, or already in the database.
    public var settled = 0

    /// Creates the totals of a new outbox.
    public init() {}
}
