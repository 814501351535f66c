import ClientCore
import FirestoreModel
import Logging

extension Firestore {
    /// Reads and writes documents in one step, even with concurrent writers.
    ///
    /// The body reads documents and adds writes, which are made when it returns: all of them, and only if nobody has changed what
    /// it has read. Otherwise the body runs again from its start, after a wait. So it must not have other side effects.
    ///
    ///     let likes = try await db.runTransaction { transaction in
    ///         let likes = try await transaction.getDocument(message).get("likes") as? Int ?? 0
    ///         transaction.updateData(["likes": likes + 1], forDocument: message)
    ///         return likes + 1
    ///     }
    ///
    /// If the body throws or the task is cancelled, nothing is written. Writes that were started before the call are done before
    /// the body reads.
    ///
    /// - Parameters:
    ///   - options: How often to try; nil for five times.
    ///   - body: Runs where the caller does.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; ``FirestoreError``: `.aborted` when others were faster every time, `.invalidArgument` for what cannot
    ///   be written, or what the server or the connection reports. After a lost connection, see
    ///   ``FirestoreError/isOutcomeUnknown``.
    public nonisolated(nonsending) func runTransaction<Result>(
        with options: TransactionOptions? = nil,
        _ body: nonisolated(nonsending) (Transaction) async throws -> Result
    ) async throws -> Result {
        try await transact(options, mayBlock: false, body)
    }

    nonisolated(nonsending) func transact<Result>(
        _ options: TransactionOptions?, mayBlock: Bool,
        _ body: nonisolated(nonsending) (Transaction) async throws -> Result
    ) async throws -> Result {
        var attempts = try TransactionAttempts(options)
        var backoff = Backoff(settings.retryPolicy)
        var last: ServerTransaction?
        while true {
            let server = try await beginServerTransaction(retrying: last)
            let transaction = Transaction(self, server, mayBlock: mayBlock)
            let failure: TransactionFailure
            do throws(TransactionFailure) {
                return try await attempt(transaction, body)
            } catch {
                failure = error
            }
            guard attempts.failed(isConflict: failure.isConflict) else {
                throw failure.error(after: attempts.made)
            }
            let channel = try usableChannel()
            logger.debug("running a transaction again", metadata: ["receipts-attempt": "\(attempts.made)"])
            try await channel.pause(&backoff, "runTransaction")
            channel.count { $0.retries += 1 }
            last = server
        }
    }

    /// Runs the body once, and commits or rolls back.
    private nonisolated(nonsending) func attempt<Result>(
        _ transaction: Transaction, _ body: nonisolated(nonsending) (Transaction) async throws -> Result
    ) async throws(TransactionFailure) -> Result {
        let result: Result
        do {
            result = try await body(transaction)
        } catch {
            let hadConflict = transaction.end().hadConflict
            await abandon(transaction.server)
            throw .body(error, isConflict: hadConflict && error is FirestoreError)
        }
        do throws(FirestoreError) {
            _ = try await commit(try transaction.end().collected.get(), in: transaction.server)
            return result
        } catch {
            // After a conflict the server has closed the transaction itself.
            if !error.isTransactionConflict { await abandon(transaction.server) }
            throw .commit(error)
        }
    }

    /// Ends a transaction that will not be committed, so that nobody waits for its locks.
    ///
    /// Sent once: the server forgets the transaction anyway after a while.
    private func abandon(_ transaction: ServerTransaction) async {
        // In a task of its own, because that of the caller may be cancelled.
        await Task {
            do throws(FirestoreError) {
                try await rollBack(transaction, .never)
            } catch {
                logger.debug(
                    "a transaction was not rolled back", metadata: ["receipts-code": "\(error.code.name)"])
            }
        }.value
    }
}
