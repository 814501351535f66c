package import FirestoreModel

/// A request of the stream `Write`. The first one opens the stream; each later one is a commit.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#writerequest>.
package struct WriteRequest: Sendable {
    /// The name of the database, unchanged; only the first request needs it.
    package var database: String
    /// The stream to resume, which no server supports; empty for a new one.
    package var streamID: String
    package var writes: Decoded<[Write]>
    /// A token of an earlier response; empty in the first request.
    package var streamToken: [UInt8]

    package init(
        database: String = "", streamID: String = "", writes: Decoded<[Write]> = Decoded([]),
        streamToken: [UInt8] = []
    ) {
        self.database = database
        self.streamID = streamID
        self.writes = writes
        self.streamToken = streamToken
    }
}

/// A response of the stream `Write`.
package struct WriteResponse: Sendable, Equatable {
    /// The stream's id, only in the first response.
    package var streamID: String
    package var streamToken: [UInt8]
    /// One result for each write, in order.
    package var writeResults: [WriteResult]
    package var commitTime: Timestamp?

    package init(
        streamID: String = "", streamToken: [UInt8], writeResults: [WriteResult] = [],
        commitTime: Timestamp? = nil
    ) {
        self.streamID = streamID
        self.streamToken = streamToken
        self.writeResults = writeResults
        self.commitTime = commitTime
    }
}
