import ClientCore
package import FirestoreModel
import FirestoreREST
import FirestoreRPC

/// The result of a commit.
package struct CommitAnswer: Sendable, Equatable {
    /// One result for each write, in order.
    package var writeResults: [WriteResult]
    /// Nil when there was nothing to commit.
    package var commitTime: Timestamp?
}

/// The method `commit`: writes that are applied together or not at all.
extension Firestore {
    /// The largest commit, in bytes of its JSON: 10 MiB. Google's emulator takes less, 4 MiB in some
    /// versions.
    ///
    /// See <https://firebase.google.com/docs/firestore/quotas#writes_and_transactions>.
    public static let maximumCommitSize = 10_485_760

    /// Makes writes in one commit. Sends nothing if there are none.
    ///
    /// After a failure with an unknown outcome, a commit is retried only if all its writes are idempotent; see
    /// ``FirestoreModel/Write/isIdempotent``:
    /// - Sets, masked updates, deletes, array transforms, maximum and minimum are. What another client writes between the
    ///   attempts is overwritten, as by a slow commit.
    /// - A server timestamp becomes that of the later attempt.
    /// - A creation, or a write that requires an update time, takes effect once; the server refuses the second attempt. The
    ///   error then says that the outcome is unknown, because the first attempt may have caused the refusal.
    /// - An increment would count twice, so a commit with one is retried only if it requires an update time.
    ///
    /// - Returns: One result for each write, in order, and the time of the commit.
    package func commit(_ writes: [Write]) async throws(FirestoreError) -> CommitAnswer {
        try await commit(writes.map { EncodedWrite($0) })
    }

    /// The same for writes that are already encoded.
    package func commit(_ encoded: [EncodedWrite]) async throws(FirestoreError) -> CommitAnswer {
        try await commit(encoded, over: channelAfterWrites())
    }

    /// Makes writes without waiting for others.
    func commit(_ encoded: [EncodedWrite], over channel: Channel) async throws(FirestoreError) -> CommitAnswer
    {
        let writes = encoded.map(\.write)
        guard let first = writes.first else { return CommitAnswer(writeResults: [], commitTime: nil) }
        let call = Call.write(
            "commit of \(Call.count("write", writes.count, first: first.name.path))",
            path: URLPath(database, method: "commit").text, body: EncodedWrite.requestBody(encoded),
            isRepeatable: writes.allSatisfy(\.isIdempotent))
        return try await commit(writes, call, over: channel)
    }

    /// Makes a call that commits writes.
    func commit(
        _ writes: [Write], _ call: Call, over channel: Channel
    ) async throws(FirestoreError) -> CommitAnswer {
        try check(writes, size: call.body.count, call.subject)
        let answer = try await channel.perform(call) { body throws(RPCStatus) in
            let response = try CommitResponse(body: body)
            if response.writeResults.count != writes.count { throw .invalidPayload }
            return CommitAnswer(writeResults: response.writeResults, commitTime: response.commitTime)
        }
        channel.count { usage in
            for write in writes {
                if case .verify = write.operation {
                    usage.documentsRead += 1
                } else {
                    usage.documentsWritten += 1
                }
            }
        }
        return answer
    }

    /// Throws for writes that every server would refuse, before they are sent.
    private func check(_ writes: [Write], size: Int, _ subject: String) throws(FirestoreError) {
        for write in writes {
            guard case .update(let name, let fields, _) = write.operation else { continue }
            let document = Document(name: name, fields: fields)
            let size = document.storageSize
            if size > Document.maximumSize {
                throw .invalidArgument(
                    "\(subject) was not sent: the document \(name.path.description.quotedForMessage) has \(size) bytes; "
                        + "Firestore takes at most \(Document.maximumSize).")
            }
        }
        if size > Firestore.maximumCommitSize {
            throw .invalidArgument(
                "\(subject) was not sent: it has \(size) bytes; Firestore takes at most "
                    + "\(Firestore.maximumCommitSize). Commit fewer writes at a time.")
        }
    }
}

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
