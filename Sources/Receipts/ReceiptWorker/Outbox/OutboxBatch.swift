/// Receipts that are written together.
package struct OutboxBatch: Sendable, Equatable {
    package var parts: [(lane: Lane, receipts: [QueuedReceipt])]

    package var count: Int { parts.reduce(0) { $0 + $1.receipts.count } }

    package static func == (left: OutboxBatch, right: OutboxBatch) -> Bool {
        left.parts.elementsEqual(right.parts) { $0.lane == $1.lane && $0.receipts == $1.receipts }
    }
}
