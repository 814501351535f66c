import FirestoreClient

/// Writes receipts of any users and conversations together, and reports the outcome of each.
///
/// Reads the messages first, so that nothing is written twice; receipts of several users for one message are one write. A receipt that
/// cannot be written does not keep the others from being written.
package enum ReceiptBatch {
    /// How writes are sent.
    package enum Form: Sendable, Equatable {
        /// In atomic commits of at most 500 writes.
        case commits
        /// In requests of this many independent writes; for administrators only.
        case batchWrites(of: Int)

        var maximumWrites: Int {
            switch self {
            case .commits: CommitLimits.writes
            case .batchWrites(let size): min(size, Firestore.maximumBatchWrites)
            }
        }
    }

    /// The outcome of a batch.
    package struct Report: Sendable {
        /// The outcome of each receipt, in the order given.
        package internal(set) var outcomes: [ReceiptOutcome] = []
        /// How many requests with writes succeeded.
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
    ///   - receipts: The receipts; repeated ones have the same outcome.
    ///   - service: The chats, as whoever may write these receipts.
    ///   - form: How to send the writes.
    ///   - pace: Called before each request with the number of its writes; an error that it throws postpones the rest.
    package static func write(
        _ receipts: [PendingReceipt], through service: ReceiptService, as form: Form = .commits,
        pace: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) async -> Report {
        await service.store.write(receipts, as: form, pace: pace)
    }
}
