import ClientCore
import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseModel

/// The data at a location, and the server's tag for it.
struct TaggedNode: Sendable {
    let node: DataNode
    /// nil when the server has not sent one.
    let tag: String?
}

/// The outcome of a write on condition that the data has a tag.
enum ConditionalOutcome: Sendable {
    case written(DataNode)
    case mismatch(TaggedNode)
}

extension Channel {
    func tagged(_ path: DatabasePath) async throws(DatabaseError) -> TaggedNode {
        var call = Call(get: "runTransactionBlock", path)
        call.fields.append(HTTPField(name: .firebaseETag, value: "true"))
        return try await perform(call) { response, _ throws(DataProblem) in
            TaggedNode(node: try DataNode(json: response.body), tag: response.head.headerFields[.eTag])
        }
    }

    func write(
        _ json: JSON, over tag: String, at path: DatabasePath, for name: String = "runTransactionBlock"
    ) async throws(DatabaseError) -> ConditionalOutcome {
        // The condition makes even an increment happen once: the second time the tag is another one.
        var call = Call(
            .put, name, path, body: Array(json.compactText.utf8))
        call.parameters = []
        call.fields.append(HTTPField(name: .ifMatch, value: tag))
        call.takesMismatch = true
        let (outcome, isOutcomeUnknown) = try await perform(call) {
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

    func pause(_ backoff: inout Backoff, _ path: DatabasePath) async throws(DatabaseError) {
        try await calls.pause(&backoff, Call.subject("runTransactionBlock", path))
    }
}

extension HTTPField.Name {
    /// Asks for the ETag of the data.
    fileprivate static var firebaseETag: HTTPField.Name {
        // The name is valid, so the alternative is never used.
        HTTPField.Name("X-Firebase-ETag") ?? .eTag
    }
}
