package import FirestoreModel

/// The request of `RunQuery`.
package struct RunQueryRequest: Sendable, Equatable {
    package var query: StructuredQuery
    package var consistency: Consistency?

    package init(query: StructuredQuery, consistency: Consistency? = nil) {
        self.query = query
        self.consistency = consistency
    }
}

/// One element of the stream that `RunQuery` answers.
package struct RunQueryResponse: Sendable, Equatable {
    package var transaction: [UInt8]?
    /// Nil in elements that only report the read time.
    package var document: Document?
    package var readTime: Timestamp?
    package var skippedResults: Int
    /// True on the last element; only the emulators say so.
    package var done: Bool

    package init(
        transaction: [UInt8]? = nil, document: Document? = nil, readTime: Timestamp? = nil,
        skippedResults: Int = 0, done: Bool = false
    ) {
        self.transaction = transaction
        self.document = document
        self.readTime = readTime
        self.skippedResults = skippedResults
        self.done = done
    }
}
