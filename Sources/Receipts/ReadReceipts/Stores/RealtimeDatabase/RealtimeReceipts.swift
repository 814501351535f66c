import FirestoreClient
import FirestoreModel
import RealtimeDatabase
import RealtimeDatabaseModel

/// Writes receipts in a Realtime Database: reads messages, decides, writes many at once, and finds those that block a request. A value for
/// one use.
struct RealtimeReceipts {
    let chats: RealtimeChats
    var ledger: ReceiptLedger
    /// What to write, and the index of each stamp.
    private var stamps: [ReceiptStamp] = []
    private var places: [ReceiptStamp.Key: Int] = [:]

    init(_ ledger: ReceiptLedger, chats: RealtimeChats) {
        self.ledger = ledger
        self.chats = chats
    }

    private func path(of receipt: PendingReceipt) -> String {
        chats.schema.path(ofMessage: receipt.messageID, in: receipt.conversationID)
    }

    // MARK: Deciding

    /// Decides on one receipt.
    ///
    /// - Parameters:
    ///   - message: The message as it was read; nil for a missing one.
    ///   - evidence: The evidence about the schema of its conversation.
    mutating func decide(_ place: Int, of message: Message?, _ evidence: LayoutEvidence) {
        let receipt = ledger.receipts[place]
        guard let message = message.map(evidence.applied) else {
            let reason = "there is no such message (\(path(of: receipt)))"
            return ledger.settle([place], .refused(.notFound, reason: reason))
        }
        switch ReceiptDecision(receipt.receipt, by: receipt.userID, of: message, schema: chats.schema) {
        case .mark(let change):
            let key = ReceiptStamp.Key(
                conversationID: receipt.conversationID, messageID: receipt.messageID,
                userID: receipt.userID)
            let index = places[key] ?? stamps.count
            if index == stamps.count {
                stamps.append(ReceiptStamp(key))
                places[key] = index
            }
            stamps[index].add(place, to: change.lists.map(\.field))
        case .skip(.otherSchema) where ledger.caller == .worker:
            let reason = "the messages \(chats.otherSchema(evidence)) (\(path(of: receipt)))"
            ledger.settle([place], .refused(.failedPrecondition, reason: reason))
        case .skip(let reason): ledger.settle([place], .skipped(reason))
        case .refuse(let reason): ledger.settle([place], .refused(.failedPrecondition, reason: reason))
        }
    }

    // MARK: Writing

    /// Writes the stamps, in requests of limited size.
    mutating func write(
        atOnce size: Int, pace: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) async {
        for start in stride(from: 0, to: stamps.count, by: size) {
            let chunk = stamps[start..<min(start + size, stamps.count)]
            do {
                try await pace(chunk.count)
            } catch {
                return settle(stamps[start...], .stopped)
            }
            var parts: [(stamps: ArraySlice<ReceiptStamp>, error: DatabaseError?)] = []
            await chats.settle(chunk) { parts.append(($0, $1)) }
            for (stamps, error) in parts { await settle(stamps, error) }
        }
    }

    private mutating func settle(_ stamps: ArraySlice<ReceiptStamp>, _ error: DatabaseError?) async {
        guard let error else {
            ledger.commits += 1
            ledger.documentsWritten += stamps.count
            return settle(stamps, .written)
        }
        let failure = FirestoreError(error)
        guard error.concernsSomeMessage else {
            return ledger.postpone(stamps.flatMap(\.receipts), failure)
        }
        for stamp in stamps {
            let path = chats.schema.path(ofMessage: stamp.key.messageID, in: stamp.key.conversationID)
            let reason =
                error.code == .permissionDenied ? "denied by the security rules (\(path))" : error.message
            let refusal = ReceiptOutcome.refused(failure.code, reason: reason)
            settle([stamp], await overtaken(stamp, at: path) ?? refusal)
        }
    }

    /// The outcome in place of a refusal, if the message was marked or deleted in the meantime; nil if it was not.
    private mutating func overtaken(_ stamp: ReceiptStamp, at path: String) async -> ReceiptOutcome? {
        guard ledger.caller == .user, let place = stamp.receipts.first else { return nil }
        do throws(ReceiptsError) {
            let found = try await chats.messages(in: stamp.key.conversationID, ids: [stamp.key.messageID])[0]
            guard let message = found else {
                return .refused(.notFound, reason: "the message was deleted in the meantime (\(path))")
            }
            let receipt = ledger.receipts[place].receipt
            switch ReceiptDecision(receipt, by: stamp.key.userID, of: message, schema: chats.schema) {
            case .skip(let reason): return .skipped(reason)
            case .mark, .refuse: return nil
            }
        } catch {
            ledger.end(error)
            return nil
        }
    }

    private mutating func settle(_ stamps: ArraySlice<ReceiptStamp>, _ outcome: ReceiptOutcome) {
        for stamp in stamps { ledger.settle(stamp.receipts, outcome) }
    }
}
