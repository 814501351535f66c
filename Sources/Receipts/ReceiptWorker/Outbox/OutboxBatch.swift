package import ReadReceipts

/// Receipts that are written together, by lane.
package struct OutboxBatch: Sendable, Equatable {
    package var parts: [(lane: Lane, receipts: [QueuedReceipt])]

    package var count: Int { parts.reduce(0) { $0 + $1.receipts.count } }

    /// The documents of its receipts.
    package var documents: [ReceiptDocument] {
        parts.flatMap { lane, receipts in receipts.map { lane.document(of: $0) } }
    }

    package static func == (left: OutboxBatch, right: OutboxBatch) -> Bool {
        left.parts.elementsEqual(right.parts) { $0.lane == $1.lane && $0.receipts == $1.receipts }
    }
}

/// The receipts of one user in one conversation. They are written in their order; if that fails, they wait together.
package struct Lane: Sendable, Equatable {
    package let id: Int64
    package let conversationID: ConversationID
    package let userID: UserID
    /// How often in a row writing them has failed.
    package let failures: Int

    func document(of receipt: QueuedReceipt) -> ReceiptDocument {
        ReceiptDocument(conversationID: conversationID, messageID: receipt.messageID)
    }
}

/// A receipt in the outbox.
package struct QueuedReceipt: Sendable, Equatable {
    package let id: Int64
    package let messageID: MessageID
    package let receipt: Receipt
    /// When it was stored, in milliseconds since 1970.
    package let storedAt: Int64
}

/// The result of trying to write the receipts of a lane.
package struct LaneSettlement: Sendable, Equatable {
    package let lane: Lane
    package var receipts: [Settlement]
    /// Until when the rest of the lane waits, in milliseconds since 1970; nil when nothing failed.
    package var postponedUntil: Int64?

    package init(_ lane: Lane, _ receipts: [Settlement] = [], postponedUntil: Int64? = nil) {
        self.lane = lane
        self.receipts = receipts
        self.postponedUntil = postponedUntil
    }
}

/// The result of trying to write one receipt. A receipt that has moved to a later stage meanwhile stays in the outbox.
package enum Settlement: Sendable, Equatable {
    /// It is written, or needed no write.
    case done(QueuedReceipt)
    /// It can never be written: it becomes a dead letter.
    case dead(QueuedReceipt, code: String, reason: String)
}
