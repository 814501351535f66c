package import ReadReceipts

/// A receipt in the outbox.
package struct QueuedReceipt: Sendable, Equatable {
    package let id: Int64
    package let messageID: MessageID
    package let receipt: Receipt
    /// When it was taken in, in milliseconds since 1970.
    package let storedAt: Int64
}
