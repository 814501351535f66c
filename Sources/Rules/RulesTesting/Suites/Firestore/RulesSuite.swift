package import FirestoreModel

/// A suite in the short form for Firestore.
package typealias RulesSuite = CaseSuite<SuiteDocument, SuiteOperation>

/// A document to store or delete before a case.
package struct SuiteDocument: Sendable {
    package var path: DocumentPath
    /// Nil to delete the document.
    package var write: Write?
}

/// The request of a step of a suite for Firestore.
package enum SuiteOperation: Sendable {
    case get(DocumentPath)
    case query(SuiteQuery)
    case count(SuiteQuery)
    case commit([Write])
    /// Reads, then writes, in one transaction.
    case transaction(reads: [DocumentPath], writes: [Write])
}

/// A query, and the document that it starts below.
package struct SuiteQuery: Sendable {
    package var parent: DocumentPath?
    package var query: StructuredQuery
}
