package import FirestoreModel

/// The request of `Commit`: writes that are applied together or not at all.
package struct CommitRequest: Sendable, Equatable {
    package var writes: [Write]
    package var transaction: [UInt8]?

    package init(writes: [Write], transaction: [UInt8]? = nil) {
        self.writes = writes
        self.transaction = transaction
    }
}

/// The response of `Commit`.
package struct CommitResponse: Sendable, Equatable {
    /// One result for each write, in order.
    package var writeResults: [WriteResult]
    /// Nil when there was nothing to commit.
    package var commitTime: Timestamp?

    package init(writeResults: [WriteResult], commitTime: Timestamp?) {
        self.writeResults = writeResults
        self.commitTime = commitTime
    }
}

/// The request of `BatchWrite`: writes that are applied each by itself.
package struct BatchWriteRequest: Sendable, Equatable {
    package var writes: [Write]

    package init(writes: [Write]) {
        self.writes = writes
    }
}

/// The response of `BatchWrite`.
package struct BatchWriteResponse: Sendable, Equatable {
    /// The outcome of each write, in order.
    package var results: [Result<WriteResult, RPCStatus>]

    package init(results: [Result<WriteResult, RPCStatus>]) {
        self.results = results
    }
}
