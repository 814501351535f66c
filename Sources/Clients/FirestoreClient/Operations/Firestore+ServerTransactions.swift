import ClientCore
package import FirestoreModel
import FirestoreREST
import FirestoreRPC

/// A transaction that a server has begun.
package struct ServerTransaction: Sendable, Equatable {
    package let id: [UInt8]

    package init(id: [UInt8]) {
        self.id = id
    }
}

/// The methods of transactions, call by call and without retries.
extension Firestore {
    /// Begins a transaction that reads and writes.
    package func beginServerTransaction() async throws(FirestoreError) -> ServerTransaction {
        let call = Call.write(
            "beginTransaction", path: URLPath(database, method: "beginTransaction").text,
            body: BeginTransactionRequest(options: .readWrite(retry: nil)).encoded(), isRepeatable: true)
        return try await channelAfterWrites().perform(call) { body throws(RPCStatus) in
            ServerTransaction(id: try BeginTransactionResponse(body: body).transaction)
        }
    }

    /// Carries out the writes of a transaction, of which there may be none, and ends it.
    package func commit(
        _ writes: [Write], in transaction: ServerTransaction
    ) async throws(FirestoreError) -> CommitAnswer {
        let call = Call.write(
            "commit of a transaction with \(writes.count) \(writes.count == 1 ? "write" : "writes")",
            path: URLPath(database, method: "commit").text,
            body: CommitRequest(writes: writes, transaction: transaction.id).encoded(), isRepeatable: false)
        return try await channelAfterWrites().perform(call) { body throws(RPCStatus) in
            let response = try CommitResponse(body: body)
            return CommitAnswer(writeResults: response.writeResults, commitTime: response.commitTime)
        }
    }

    /// Ends a transaction without writes.
    package func rollBack(_ transaction: ServerTransaction) async throws(FirestoreError) {
        let call = Call.write(
            "rollback", path: URLPath(database, method: "rollback").text,
            body: RollbackRequest(transaction: transaction.id).encoded(), isRepeatable: true)
        try await channelAfterWrites().perform(call) { _ in }
    }
}
