import FirestoreClient
public import ReadReceipts

/// Where to write receipts, and as whom.
public struct ReceiptDestination: Sendable {
    /// How to send an administrator's writes.
    public enum Writes: String, Sendable, CaseIterable {
        /// In commits of at most 500.
        case commits
        /// In small requests of independent writes, at a slowly growing rate, like Google's BulkWriter.
        case bulk
    }

    private enum Identity: Sendable {
        case administrator(ReceiptService, Writes)
        case users(@Sendable (UserID) throws -> ReceiptService)
    }

    private let identity: Identity

    /// Writes as an administrator, who may write receipts of several users and conversations together.
    public static func administrator(
        _ service: ReceiptService, writes: Writes = .commits
    ) -> ReceiptDestination {
        ReceiptDestination(identity: .administrator(service, writes))
    }

    /// Writes each receipt as its own user: one user and one conversation at a time, so that security rules read few documents.
    ///
    /// - Parameter service: Returns the chats, signed in as a user; an error postpones the user's receipts.
    public static func users(
        _ service: @escaping @Sendable (UserID) throws -> ReceiptService
    ) -> ReceiptDestination {
        ReceiptDestination(identity: .users(service))
    }

    /// Whether a batch may hold receipts of several lanes.
    var mixesLanes: Bool {
        if case .administrator = identity { true } else { false }
    }

    /// Checks whether the server answers.
    ///
    /// - Returns: Why it did not, in one line; nil if it did, even with a refusal.
    func probe() async -> String? {
        do throws(ReceiptsError) {
            switch identity {
            case .administrator(let service, _): try await service.probe(asNobody: false)
            case .users(let service): try await (try? service("readiness"))?.probe(asNobody: true)
            }
            return nil
        } catch {
            guard let cause = error.underlying, ServerHealth.isConcerned(by: cause.code) else { return nil }
            return cause.message
        }
    }

    /// Writes a batch.
    func write(_ batch: OutboxBatch, pace: @escaping @Sendable (Int) async throws -> Void) async
        -> ReceiptBatch.Report
    {
        let receipts = batch.parts.flatMap { lane, receipts in
            receipts.map {
                PendingReceipt(
                    $0.receipt, conversationID: lane.conversationID, messageID: $0.messageID,
                    userID: lane.userID)
            }
        }
        switch identity {
        case .administrator(let service, .commits):
            return await ReceiptBatch.write(receipts, through: service)
        case .administrator(let service, .bulk):
            return await ReceiptBatch.write(receipts, through: service, as: .batchWrites(of: 20), pace: pace)
        case .users(let service):
            do {
                return await ReceiptBatch.write(receipts, through: try service(batch.parts[0].lane.userID))
            } catch {
                let failure = ReceiptOutcome.postponed(
                    .unauthenticated, reason: "There are no credentials for the user: \(error)")
                return ReceiptBatch.Report(receipts.map { _ in failure })
            }
        }
    }
}
