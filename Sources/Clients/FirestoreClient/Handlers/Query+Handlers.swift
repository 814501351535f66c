extension Query {
    /// Runs the query and calls a handler with the documents, or with the error, on the queue of the settings.
    public func getDocuments(
        source: FirestoreSource = .default, completion: @escaping (QuerySnapshot?, (any Error)?) -> Void
    ) {
        firestore.read(completion) { () throws(FirestoreError) in try await self.getDocuments(source: source)
        }
    }
}

extension AggregateQuery {
    /// Runs the query and calls a handler with the numbers, or with the error, on the queue of the settings.
    public func getAggregation(
        source: AggregateSource, completion: @escaping (AggregateQuerySnapshot?, (any Error)?) -> Void
    ) {
        query.firestore.read(completion) { () throws(FirestoreError) in
            try await self.getAggregation(source: source)
        }
    }
}
