extension Query {
    /// Runs the query, and calls a handler on the settings' queue with the documents or the error.
    public func getDocuments(
        source: FirestoreSource = .default, completion: @escaping (QuerySnapshot?, (any Error)?) -> Void
    ) {
        firestore.read(completion) { () throws(FirestoreError) in try await self.getDocuments(source: source)
        }
    }
}

extension AggregateQuery {
    /// Runs the query, and calls a handler on the settings' queue with the results or the error.
    public func getAggregation(
        source: AggregateSource, completion: @escaping (AggregateQuerySnapshot?, (any Error)?) -> Void
    ) {
        query.firestore.read(completion) { () throws(FirestoreError) in
            try await self.getAggregation(source: source)
        }
    }
}
