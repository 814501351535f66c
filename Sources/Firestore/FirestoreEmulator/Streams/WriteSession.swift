import FirestoreModel
import FirestoreRPC

/// The conversation of a stream of writes: a handshake, commits in order, and an end after which nothing counts. A value.
///
/// Clients send several commits before they have the answer to the first, all with the token that they had then. So a token only
/// says that the stream continues, and need not be the newest. As on Google's emulator, it is not looked at.
struct WriteSession: Sendable {
    /// What a request asks for.
    enum Step: Equatable {
        /// The handshake, and its answer.
        case open(DatabaseID, WriteResponse)
        case commit([Write])
        /// The client's goodbye, and the answer, after which the stream ends.
        case close(WriteResponse)
    }

    private let id: String
    private(set) var isOpen = false
    private var answers = 0

    init(id: String) {
        self.id = id
    }

    /// The step for the next request.
    ///
    /// - Throws: A refusal, which ends the stream. The words are those of Google's emulator.
    mutating func step(_ request: WriteRequest) throws(RPCStatus) -> Step {
        if !request.streamID.isEmpty {
            throw .invalidArgument("Resuming streams is not supported, do not set stream ID.")
        }
        guard isOpen else {
            try checkHandshake(request)
            let database = try DatabaseID(wire: request.database)
            isOpen = true
            return .open(database, WriteResponse(streamID: id, streamToken: nextToken()))
        }
        let writes = try request.writes.get()
        if writes.isEmpty { return .close(WriteResponse(streamToken: nextToken())) }
        return .commit(writes)
    }

    private func checkHandshake(_ request: WriteRequest) throws(RPCStatus) {
        if request.database.isEmpty {
            throw .invalidArgument("'database' must be set on an initial write request.")
        }
        if !request.streamToken.isEmpty {
            throw .invalidArgument(
                "Resuming streams is not supported, 'stream_token' must not be set on an initial write request."
            )
        }
        if !request.writes.message.isEmpty || request.writes.refusal != nil {
            throw .invalidArgument("'writes' must not be set on an initial write request.")
        }
    }

    /// The answer to a commit.
    mutating func answer(_ outcome: Database.CommitOutcome) -> WriteResponse {
        WriteResponse(
            streamToken: nextToken(), writeResults: outcome.results, commitTime: outcome.commitTime)
    }

    private mutating func nextToken() -> [UInt8] {
        defer { answers += 1 }
        return Array(String(answers).utf8)
    }
}
