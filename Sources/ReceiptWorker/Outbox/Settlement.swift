/// What is to become of a receipt in the outbox after it was tried to be written.
package enum Settlement: Sendable, Equatable {
    /// It is done with, as far as it was known when it was read.
    case done(QueuedReceipt)
    /// It can never be written: it goes to the dead letters, with the reason.
    case dead(QueuedReceipt, code: String, reason: String)
}

/// What is to become of a lane.
package struct LaneSettlement: Sendable, Equatable {
    package let lane: Lane
    package var receipts: [Settlement]
    /// Until when, in milliseconds since 1970, the rest of the lane waits; nil when nothing failed.
    package var postponedUntil: Int64?

    package init(_ lane: Lane, _ receipts: [Settlement] = [], postponedUntil: Int64? = nil) {
        self.lane = lane
        self.receipts = receipts
        self.postponedUntil = postponedUntil
    }
}

/// A receipt that could not be written, and never can be as things are.
public struct DeadLetter: Sendable, Equatable {
    /// Its number in the outbox.
    public let id: Int64
    /// The event.
    public let event: ReceiptEvent
    /// The status code, such as `PERMISSION_DENIED`.
    public let code: String
    /// One clear line.
    public let reason: String
    /// When it was refused, in milliseconds since 1970.
    public let refusedAt: Int64
}
