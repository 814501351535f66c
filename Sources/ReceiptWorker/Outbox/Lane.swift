package import ReadReceipts

/// The receipts of one user in one conversation, which are written in their order and wait together when they cannot be.
package struct Lane: Sendable, Equatable {
    package let id: Int64
    package let conversationID: String
    package let userID: String
    /// How often in a row writing them has failed.
    package let failures: Int
}

/// A receipt in the outbox.
package struct QueuedReceipt: Sendable, Equatable {
    package let id: Int64
    package let messageID: String
    package let receipt: Receipt
    /// When it was taken in, in milliseconds since 1970.
    package let storedAt: Int64
}

/// Receipts that are written together.
package struct OutboxBatch: Sendable, Equatable {
    package var parts: [(lane: Lane, receipts: [QueuedReceipt])]

    package var count: Int { parts.reduce(0) { $0 + $1.receipts.count } }

    package static func == (left: OutboxBatch, right: OutboxBatch) -> Bool {
        left.parts.elementsEqual(right.parts) { $0.lane == $1.lane && $0.receipts == $1.receipts }
    }
}
