import ClientCore
import HTTPTransport
import HTTPTypes
import JSONText
package import RealtimeDatabaseModel

/// What is at a place, and by which tag the server knows it again.
private struct TaggedNode: Sendable {
    let node: DataNode
    /// nil where the server has not said.
    let tag: String?
}

extension DatabaseReference {
    /// Changes what is here in a way that depends on what it was, whoever else does the same.
    ///
    /// The block gets what is there now; what it makes of that is written only if nobody has changed it meanwhile, and otherwise the
    /// block is run again on what it has become, up to 25 times. So it must not have effects of its own.
    ///
    /// Source: https://firebase.google.com/docs/database/rest/save-data#section-conditional-requests
    ///
    /// - Parameter block: Changes the data and returns `.success(withValue:)`, or `.abort()` to leave it.
    /// - Returns: Whether something was written, and what is there now.
    /// - Throws: ``DatabaseError``, `.preconditionFailed` when others were faster every time. Where an answer was lost and what is
    ///   there is not as it was, nobody can tell who has changed it: then `isOutcomeUnknown` is true.
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
            // Who is beaten once tries again at once; who is beaten often makes room.
            if attempt > 1 { try await pause(&backoff, path) }
            if current.tag == nil { current = try await tagged(path) }
        }
        throw DatabaseError(
            .preconditionFailed,
            "\(Call.subject("runTransactionBlock", path)) failed: others have changed it "
                + "\(DatabaseReference.maximumTransactionAttempts) times meanwhile. Try again later.",
            isRetryable: true, attempts: DatabaseReference.maximumTransactionAttempts)
    }

    /// Puts a value here if nothing is here yet.
    ///
    /// - Returns: What was written, server values with what they have become.
    /// - Throws: ``DatabaseError``, `.preconditionFailed` when something is here; `isOutcomeUnknown` is true when that may be the value itself,
    ///   because an answer was lost.
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

    /// The ETag of a place where nothing is.
    private static let tagOfNothing = "null_etag"

    /// As Firebase's SDKs.
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
    /// Asks for the ETag of what is read.
    fileprivate static var firebaseETag: HTTPField.Name {
        // The name is one, so there is no other way to go.
        HTTPField.Name("X-Firebase-ETag") ?? .eTag
    }
}
