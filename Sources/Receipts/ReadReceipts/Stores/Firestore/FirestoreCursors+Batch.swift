import FirestoreClient
import FirestoreModel

/// Receipts of any users and conversations together.
extension FirestoreCursors {
    /// A receipt with the documents that it is about.
    private struct Target {
        let place: Int
        let conversation: DocumentPath
        let cursor: DocumentPath
        let message: DocumentPath
    }

    /// Writes all receipts of the ledger. All messages are read before the first cursor moves, so that each moves once.
    mutating func write() async -> ReceiptBatch.Report {
        let targets = targets()
        for start in stride(from: 0, to: targets.count, by: CommitLimits.writes) {
            await take(Array(targets[start..<min(start + CommitLimits.writes, targets.count)]))
        }
        await finish()
        return ledger.report
    }

    private mutating func targets() -> [Target] {
        var targets: [Target] = []
        for (place, receipt) in ledger.receipts.enumerated() {
            do throws(ReceiptsError) {
                try ChatPaths.check(user: receipt.userID)
                let paths = try ChatPaths(conversation: receipt.conversationID, schema: chats.schema)
                targets.append(
                    Target(
                        place: place, conversation: paths.conversation,
                        cursor: try path(of: receipt.userID, in: paths),
                        message: try paths.message(receipt.messageID)))
            } catch {
                ledger.settle([place], .refused(.invalidArgument, reason: error.message))
            }
        }
        return targets
    }

    /// Reads what receipts are about, and decides. Rules may deny the read because of one document among many.
    private mutating func take(_ targets: [Target]) async {
        do throws(FirestoreError) {
            let messages = try await read(
                targets.map(\.message), conversations: targets.map(\.conversation),
                cursors: targets.map(\.cursor))
            for (target, message) in zip(targets, messages) {
                take(
                    [(target.place, message)], cursor: target.cursor, conversation: target.conversation)
            }
        } catch {
            guard CommitRefusal(error.code) == .someMessage, targets.count > 1 else {
                let name = DocumentName(chats.firestore.database, targets[0].message)
                return ledger.settle(targets.map(\.place), outcome(of: error, for: name))
            }
            let half = targets.count / 2
            await take(Array(targets[..<half]))
            await take(Array(targets[half...]))
        }
    }
}
