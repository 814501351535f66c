import FirestoreClient
import FirestoreModel

/// Writes receipts of any users and conversations together, and reports the outcome of each.
///
/// Reads the messages first, so that nothing is written twice. Receipts of several users for one message are one write. A receipt that
/// cannot be written does not hold up the others.
package enum ReceiptBatch {
    /// How writes are sent.
    package enum Form: Sendable, Equatable {
        /// In atomic commits, of at most 500 writes unless ``ReceiptService/writesPerCommit`` says otherwise.
        case commits
        /// In requests of this many independent writes; only for administrators.
        case batchWrites(of: Int)

        func maximumWrites(inCommit writes: Int) -> Int {
            switch self {
            case .commits: writes
            case .batchWrites(let size): min(size, Firestore.maximumBatchWrites)
            }
        }
    }

    /// The outcome of a batch.
    package struct Report: Sendable {
        /// The outcome of each receipt, in the order given.
        package internal(set) var outcomes: [ReceiptOutcome] = []
        /// The number of successful requests with writes.
        package internal(set) var commits = 0
        /// The number of documents read, as production bills them.
        package internal(set) var documentsRead = 0
        /// The number of documents written.
        package internal(set) var documentsWritten = 0

        /// A report without any requests.
        package init(_ outcomes: [ReceiptOutcome] = []) {
            self.outcomes = outcomes
        }
    }

    /// Writes receipts.
    ///
    /// - Parameters:
    ///   - receipts: The receipts; duplicates have the same outcome.
    ///   - service: The chats, signed in as someone who may write these receipts.
    ///   - form: How to send the writes.
    ///   - pace: Called before each request with the number of its writes; an error postpones the rest.
    package static func write(
        _ receipts: [PendingReceipt], through service: ReceiptService, as form: Form = .commits,
        pace: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) async -> Report {
        await service.store.write(receipts, as: form, pace: pace)
    }
}

/// A receipt that is still to be written.
package struct PendingReceipt: Sendable, Hashable {
    package var receipt: Receipt
    package var conversationID: ConversationID
    package var messageID: MessageID
    package var userID: UserID

    package init(_ receipt: Receipt, conversationID: ConversationID, messageID: MessageID, userID: UserID) {
        self.receipt = receipt
        self.conversationID = conversationID
        self.messageID = messageID
        self.userID = userID
    }
}

extension PendingReceipt {
    /// What is wrong with the ids, in one line; nil if they are valid.
    package func problem(in schema: ReceiptSchema) -> String? {
        do throws(ReceiptsError) {
            try schema.check(user: userID)
            try schema.check(conversation: conversationID, messageIDs: [messageID])
            return nil
        } catch {
            return error.message
        }
    }
}

/// The outcome of writing a receipt.
package enum ReceiptOutcome: Sendable {
    /// It is written.
    case written
    /// It needed no write.
    case skipped(SkipReason)
    /// It can never be written; the reason is one line.
    case refused(StatusCode, reason: String)
    /// It could not be written now, but may be later; the reason is one line.
    case postponed(StatusCode, reason: String)

    /// The writing was stopped before the receipt's turn.
    static let stopped = ReceiptOutcome.postponed(.cancelled, reason: "The writing of receipts was stopped.")
}
