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

/// The methods of transactions, call by call.
///
/// A transaction waits for the writes that were started before it, when it begins. It does not wait for those that its body starts: they
/// may wait themselves for a lock that it holds.
extension Firestore {
    /// Begins a transaction that reads and writes.
    ///
    /// - Parameter last: The earlier attempt, which lets a server prefer the new one over those that began later.
    package func beginServerTransaction(
        retrying last: ServerTransaction? = nil
    ) async throws(FirestoreError) -> ServerTransaction {
        let call = Call.write(
            "beginTransaction", path: URLPath(database, method: "beginTransaction").text,
            body: BeginTransactionRequest(options: .readWrite(retry: last?.id)).encoded(), isRepeatable: true)
        return try await channelAfterWrites().perform(call) { body throws(RPCStatus) in
            ServerTransaction(id: try BeginTransactionResponse(body: body).transaction)
        }
    }

    /// Makes the writes of a transaction, of which there may be none, and ends it.
    ///
    /// Repeated if the answer was lost: a transaction is committed at most once. If the server answers that the transaction is over,
    /// the outcome is unknown.
    package func commit(
        _ writes: [Write], in transaction: ServerTransaction
    ) async throws(FirestoreError) -> CommitAnswer {
        let content =
            writes.first.map { Call.count("write", writes.count, first: $0.name.path) } ?? "no writes"
        let call = Call.write(
            "commit of a transaction with \(content)", path: URLPath(database, method: "commit").text,
            body: CommitRequest(writes: writes, transaction: transaction.id).encoded(), isRepeatable: true,
            isInTransaction: true)
        return try await commit(writes, call, over: usableChannel())
    }

    /// Ends a transaction without writes.
    ///
    /// - Parameter policy: When to retry; nil for what the settings say.
    package func rollBack(
        _ transaction: ServerTransaction, _ policy: RetryPolicy? = nil
    ) async throws(FirestoreError) {
        let call = Call.write(
            "rollback", path: URLPath(database, method: "rollback").text,
            body: RollbackRequest(transaction: transaction.id).encoded(), isRepeatable: true)
        try await usableChannel().perform(call, policy) { _ in }
    }
}
