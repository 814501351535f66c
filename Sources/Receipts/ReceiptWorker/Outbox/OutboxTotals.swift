/// What an outbox has done since it was made.
public struct OutboxTotals: Sendable, Equatable {
    /// How many receipts were taken in.
    public var stored = 0
    /// How many were written, or needed nothing.
    public var settled = 0

    /// Creates the totals of an outbox that has done nothing.
    public init() {}
}
