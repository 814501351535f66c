import ClientCore
import HTTPTransport
import HTTPTypes
import JSONText
package import RealtimeDatabaseModel

/// The data at a location, and the server's tag for it.
private struct TaggedNode: Sendable {
    let node: DataNode
    /// nil when the server has not sent one.
    let tag: String?
}

extension DatabaseReference {
    /// Changes the data here depending on its current value, even with concurrent writers.
    ///
    /// The block gets the current data. Its result is written only if the data has not changed meanwhile; otherwise the block
    /// runs again with the new data, up to 25 times. So it must not have side effects.
    ///
    /// Source: https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests
    ///
    /// - Parameter block: Changes the data and returns `.success(withValue:)`, or `.abort()` to leave it.
    /// - Returns: Whether something was written, and the current data.
    /// - Throws: ``DatabaseError``, `.preconditionFailed` when others were faster every time. If an answer was lost and the data
    ///   has changed, it is unknown who has changed it: then `isOutcomeUnknown` is true.
    public nonisolated(nonsending) func runTransactionBlock(
        _ block: (MutableData) -> TransactionResult
    ) async throws(DatabaseError) -> (committed: Bool, snapshot: DataSnapshot) {
        let path = try path(for: "runTransactionBlock")
        var backoff = Backoff(database.settings.retryPolicy)
        var current = try await tagged(path)
        for attempt in 1...DatabaseReference.maximumTransactionAttempts {
            let data = MutableData(DatabaseValue(current.node), key: key)
            guard block(data).isCommit else { return (false, DataSnapshot(self, current.node)) }
            let changed = data.value
            let json = try checked("runTransactionBlock", path) { () throws(DataProblem) in
                let json = try changed.json()
                _ = try DataReader(now: 0).node(json, over: current.node, at: path)
                return json
            }
            guard let tag = current.tag else {
                throw DatabaseError(
                    .unknown,
                    "\(Call.subject("runTransactionBlock", path)) failed: \(database.settings.address) sends no ETag. "
                        + "Is it a Realtime Database?")
            }
            switch try await write(json, over: tag, at: path) {
            case .written(let node): return (true, DataSnapshot(self, node))
            case .mismatch(let node): current = node
            }
            // Retry immediately after the first conflict, and after a wait from then on.
            if attempt > 1 { try await pause(&backoff, path) }
            if current.tag == nil { current = try await tagged(path) }
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
        switch try await write(json, over: DatabaseReference.tagOfNothing, at: path, for: "createValue") {
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

    private enum ConditionalOutcome: Sendable {
        case written(DataNode)
        case mismatch(TaggedNode)
    }

    private func tagged(_ path: DatabasePath) async throws(DatabaseError) -> TaggedNode {
        var call = Call(get: "runTransactionBlock", path)
        call.fields.append(HTTPField(name: .firebaseETag, value: "true"))
        return try await database.channel.perform(call) { response, _ throws(DataProblem) in
            TaggedNode(node: try DataNode(json: response.body), tag: response.head.headerFields[.eTag])
        }
    }

    private func write(
        _ json: JSON, over tag: String, at path: DatabasePath, for name: String = "runTransactionBlock"
    ) async throws(DatabaseError) -> ConditionalOutcome {
        // The condition makes even an increment happen once: the second time the tag is another one.
        var call = Call(
            .put, name, path, body: Array(json.compactText.utf8))
        call.parameters = []
        call.fields.append(HTTPField(name: .ifMatch, value: tag))
        call.takesMismatch = true
        let (outcome, isOutcomeUnknown) = try await database.channel.perform(call) {
            response, isOutcomeUnknown throws(DataProblem) -> (ConditionalOutcome, Bool) in
            let node = try DataNode(json: response.body)
            guard response.head.status.code == 412 else { return (.written(node), false) }
            let current = TaggedNode(node: node, tag: response.head.headerFields[.eTag])
            return (.mismatch(current), isOutcomeUnknown)
        }
        guard isOutcomeUnknown else { return outcome }
        throw DatabaseError(
            .preconditionFailed,
            "\(call.subject) failed: the answer to the write was lost, and what is there has changed since.",
            isOutcomeUnknown: true)
    }

    private func pause(_ backoff: inout Backoff, _ path: DatabasePath) async throws(DatabaseError) {
        let calls = database.channel.calls
        let wait: Duration
        (wait, backoff) = calls.generator.withGenerator { [backoff] generator in
            var advanced = backoff
            return (advanced.next(using: &generator), advanced)
        }
        do {
            try await calls.pause(wait)
        } catch {
            throw .cancelled(Call.subject("runTransactionBlock", path), underlying: error)
        }
    }
}

extension HTTPField.Name {
    /// Asks for the ETag of the data.
    fileprivate static var firebaseETag: HTTPField.Name {
        // The name is valid, so the alternative is never used.
        HTTPField.Name("X-Firebase-ETag") ?? .eTag
    }
}
