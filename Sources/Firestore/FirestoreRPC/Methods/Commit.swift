package import FirestoreModel

/// The request of `Commit`: writes that are carried out all together or not at all.
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
