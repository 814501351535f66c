package import FirestoreModel

/// The request of `BatchWrite`: writes that are carried out each by itself.
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
