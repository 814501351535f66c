import ClientCore
import JSONText
package import RealtimeDatabaseModel

extension DatabaseReference {
    /// Changes the data here depending on its current value, even with concurrent writers.
    ///
    /// The block gets the current data. Its result is written only if the data has not changed meanwhile; otherwise the
    /// block runs again with the new data, up to 25 times. So it must not have side effects.
    ///
    /// Source: https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests
    ///
    /// - Parameter block: Changes the data and returns `.success(withValue:)`, or `.abort()` to leave it.
    /// - Returns: Whether something was written, and the current data.
    /// - Throws: ``DatabaseError``, `.preconditionFailed` when others were faster every time. If an answer was lost and
    ///   the data has changed, it is unknown who has changed it: then `isOutcomeUnknown` is true.
    @discardableResult
    public nonisolated(nonsending) func runTransactionBlock(
        _ block: (MutableData) -> TransactionResult
    ) async throws(DatabaseError) -> (committed: Bool, snapshot: DataSnapshot) {
        try await transact(over: database.channelForWriting()) { value in
            TransactionDecision(block, on: value, key: key)
        }
    }

    nonisolated(nonsending) func transact(
        over channel: Channel,
        _ decide: nonisolated(nonsending) (DatabaseValue) async -> TransactionDecision
    ) async throws(DatabaseError) -> (committed: Bool, snapshot: DataSnapshot) {
        let path = try path(for: "runTransactionBlock")
        var backoff = Backoff(channel.settings.retryPolicy)
        var current = try await channel.tagged(path)
        for attempt in 1...DatabaseReference.maximumTransactionAttempts {
            let decision = await decide(DatabaseValue(current.node))
            if case .abort = decision { return (false, DataSnapshot(self, current.node)) }
            let json = try checked("runTransactionBlock", path) { () throws(DataProblem) in
                try decision.json(over: current.node, at: path)
            }
            guard let tag = current.tag else {
                throw DatabaseError(
                    .unknown,
                    "\(Call.subject("runTransactionBlock", path)) failed: \(channel.settings.address) sends no ETag. "
                        + "Is it a Realtime Database?")
            }
            switch try await channel.write(json, over: tag, at: path) {
            case .written(let node): return (true, DataSnapshot(self, node))
            case .mismatch(let node): current = node
            }
            // Retry immediately after the first conflict, and after a wait from then on.
            if attempt > 1 { try await channel.pause(&backoff, path) }
            if current.tag == nil { current = try await channel.tagged(path) }
        }
        throw DatabaseError(
            .preconditionFailed,
            "\(Call.subject("runTransactionBlock", path)) failed: others have changed it "
                + "\(DatabaseReference.maximumTransactionAttempts) times meanwhile. Try again later.",
            isRetryable: true, attempts: DatabaseReference.maximumTransactionAttempts)
    }

    /// Writes a value here unless there is data already.
    ///
    /// - Returns: What was written, with server values resolved.
    /// - Throws: ``DatabaseError``, `.preconditionFailed` when there is data. `isOutcomeUnknown` is true when that may be the
    ///   value itself, because an answer was lost.
    package func createValue(_ value: DatabaseValue) async throws(DatabaseError) -> DataNode {
        let path = try path(for: "createValue")
        let json = try checked("createValue", path) { () throws(DataProblem) in
            let json = try value.json()
            _ = try DataReader(now: 0).node(json, over: .null, at: path)
            return json
        }
        let channel = try await database.channelForWriting()
        switch try await channel.write(
            json, over: DatabaseReference.tagOfNothing, at: path, for: "createValue")
        {
        case .written(let node): return node
        case .mismatch:
            throw DatabaseError(
                .preconditionFailed,
                "\(Call.subject("createValue", path)) failed: there is something already.")
        }
    }

    /// The ETag of a location without data.
    private static let tagOfNothing = "null_etag"

    /// The same limit as in Firebase's SDKs.
    private static let maximumTransactionAttempts = 25
}
