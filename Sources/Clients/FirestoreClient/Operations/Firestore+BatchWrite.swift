import ClientCore
package import FirestoreModel
import FirestoreREST
import FirestoreRPC

/// The method `batchWrite`: writes that are carried out each by itself, for administrators.
extension Firestore {
    /// How many writes one request takes at most.
    ///
    /// See <https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchWrite>.
    package static let maximumBatchWrites = 500

    /// Carries writes out, each by itself, in any order; sends nothing where there are none. No two may be about one document.
    ///
    /// Is repeated as a commit is; see ``commit(_:)``.
    ///
    /// - Returns: What each write came to, in order.
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
