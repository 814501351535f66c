import FirestoreClient
public import ReadReceipts

/// Where receipts are written to, and as whom.
public struct ReceiptDestination: Sendable {
    /// How an administrator's writes are sent.
    public enum Writes: String, Sendable, CaseIterable {
        /// In commits of at most 500.
        case commits
        /// In small requests whose writes each stand for themselves, ramped up slowly, as Google's BulkWriter does.
        case bulk
    }

    private enum Identity: Sendable {
        case administrator(ReceiptService, Writes)
        case users(@Sendable (UserID) throws -> ReceiptService)
    }

    private let identity: Identity

    /// As an administrator, who may write everybody's receipts, those of several users and conversations together.
    public static func administrator(
        _ service: ReceiptService, writes: Writes = .commits
    ) -> ReceiptDestination {
        ReceiptDestination(identity: .administrator(service, writes))
    }

    /// Each receipt as the user whose it is: one user and one conversation at a time, so that security rules look at few documents.
    ///
    /// - Parameter service: Gives the chats as a user may see them; what it throws postpones the user's receipts.
    public static func users(
        _ service: @escaping @Sendable (UserID) throws -> ReceiptService
    ) -> ReceiptDestination {
        ReceiptDestination(identity: .users(service))
    }

    /// Whether receipts of several lanes may be written together.
    var mixesLanes: Bool {
        if case .administrator = identity { true } else { false }
    }

    /// Asks the server for something that is not there, to see whether it answers.
    ///
    /// - Returns: What kept it from answering; nil when it has answered, even with a refusal.
    func probe() async -> FirestoreError? {
        do throws(ReceiptsError) {
            switch identity {
            case .administrator(let service, _): try await service.probe(asNobody: false)
            case .users(let service): try await (try? service("readiness"))?.probe(asNobody: true)
            }
            return nil
        } catch {
            guard let cause = error.underlying, ServerHealth.isConcerned(by: cause.code) else { return nil }
            return cause
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
                let failure = FirestoreError(
                    .unauthenticated, "No credentials for the user: \(error)", underlying: error)
                return ReceiptBatch.Report(receipts.map { _ in .postponed(failure) })
            }
        }
    }
}
