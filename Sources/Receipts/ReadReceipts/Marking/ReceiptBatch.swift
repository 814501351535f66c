import FirestoreClient

/// Writes receipts of any users and conversations together, and tells of each what became of it.
///
/// Reads the messages first, so that nothing is written twice; receipts of several users for one message are one write. What
/// cannot be written is split off until it is alone, and keeps nothing else from being written.
package enum ReceiptBatch {
    /// How writes are sent.
    package enum Form: Sendable, Equatable {
        /// In commits of at most 500, each carried out wholly or not at all.
        case commits
        /// In requests of so many writes, each carried out by itself; for administrators only.
        case batchWrites(of: Int)

        var maximumWrites: Int {
            switch self {
            case .commits: CommitLimits.writes
            case .batchWrites(let size): min(size, Firestore.maximumBatchWrites)
            }
        }
    }

    /// What a batch came to.
    package struct Report: Sendable {
        /// What became of each receipt, in the order in which they were given.
        package internal(set) var outcomes: [ReceiptOutcome] = []
        /// How many requests with writes were carried out.
        package internal(set) var commits = 0
        /// How many documents were read, as production bills them.
        package internal(set) var documentsRead = 0
        /// How many documents were written.
        package internal(set) var documentsWritten = 0

        /// A report on receipts for which nothing was sent.
        package init(_ outcomes: [ReceiptOutcome] = []) {
            self.outcomes = outcomes
        }
    }

    /// Writes receipts.
    ///
    /// - Parameters:
    ///   - receipts: The receipts; of one that stands there twice, both have the same outcome.
    ///   - service: The chats, as whoever may write these receipts.
    ///   - form: How to send the writes.
    ///   - pace: Is asked before writes are sent, with their number; what it throws postpones what is left.
    package static func write(
        _ receipts: [PendingReceipt], through service: ReceiptService, as form: Form = .commits,
        pace: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) async -> Report {
        await service.store.write(receipts, as: form, pace: pace)
    }
}
