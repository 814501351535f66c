/// What an outbox holds.
public struct OutboxStatistics: Sendable, Equatable {
    /// How many receipts wait to be written.
    public var queued = 0
    /// When the oldest of them was taken in, in milliseconds since 1970; nil when there is none.
    public var oldestStoredAt: Int64?
    /// How many could never be written.
    public var deadLetters = 0
    /// How many are damaged and were set aside.
    public var damaged = 0
    /// How many of those that wait have been tried before.
    public var retrying = 0

    /// Creates the statistics of an empty outbox.
    public init() {}
}
