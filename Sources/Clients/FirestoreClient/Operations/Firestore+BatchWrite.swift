import ClientCore
package import FirestoreModel
import FirestoreREST
import FirestoreRPC

/// The method `batchWrite`: writes that are applied each by itself, for administrators.
extension Firestore {
    /// The maximum number of writes in one request.
    ///
    /// See <https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchWrite>.
    package static let maximumBatchWrites = 500

    /// Makes writes, each by itself and in any order. Sends nothing if there are none. No two may be to the same document.
    ///
    /// Retried like a commit; see ``commit(_:)``.
    ///
    /// - Returns: The result of each write, in order.
    package func batchWrite(
        _ encoded: [EncodedWrite]
    ) async throws(FirestoreError) -> [Result<WriteResult, FirestoreError>] {
        let writes = encoded.map(\.write)
        guard let first = writes.first else { return [] }
        let subject = "batchWrite of \(Call.count("write", writes.count, first: first.name.path))"
        let call = Call.write(
            subject, path: URLPath(database, method: "batchWrite").text,
            body: EncodedWrite.requestBody(encoded),
            isRepeatable: writes.allSatisfy(\.isIdempotent))
        let channel = try await channelAfterWrites()
        let response = try await channel.perform(call) { body throws(RPCStatus) in
            let response = try BatchWriteResponse(body: body)
            if response.results.count != writes.count { throw .invalidPayload }
            return response
        }
        channel.count { usage in
            for case .success in response.results { usage.documentsWritten += 1 }
        }
        return zip(writes, response.results).map { write, result in
            result.mapError { Firestore.failure(of: write, $0) }
        }
    }

    private static func failure(of write: Write, _ status: RPCStatus) -> FirestoreError {
        let words = status.message.map { ": \($0.oneLine(limit: 300))" } ?? "."
        let isRetryable = [.unavailable, .deadlineExceeded, .aborted, .resourceExhausted].contains(
            status.code)
        return FirestoreError(
            status.code,
            "The write of \(write.name.path.description.quotedForMessage) was refused with \(status.code.name)\(words)",
            serverMessage: status.message, isRetryable: isRetryable, attempts: 1)
    }
}
