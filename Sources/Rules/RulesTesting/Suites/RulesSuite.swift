package import ClientCore
package import FirestoreModel

/// A suite in the short form: cases on documents, each with requests and what the rules are to say to them.
package struct RulesSuite: Sendable {
    package var file: String
    package var name: String
    /// The rules file that the suite names, relative to the suite.
    package var rules: String?
    /// The time of all requests; nil for the present.
    package var now: Timestamp?
    /// What is stored before each case.
    package var documents: [SuiteDocument]
    package var cases: [SuiteCase]
}

/// A document to be stored before a case, or removed.
package struct SuiteDocument: Sendable {
    package var path: DocumentPath
    /// Nil for one that is not to be there.
    package var write: Write?
}

/// One case.
package struct SuiteCase: Sendable {
    package var name: String
    package var line: Int?
    /// Documents over those of the suite.
    package var given: [SuiteDocument]
    package var steps: [SuiteStep]
}

/// One request, and what the rules are to say to it.
package struct SuiteStep: Sendable {
    package var identity: SuiteIdentity
    package var operation: SuiteOperation
    package var expectation: SuiteExpectation
    package var line: Int?
    /// The request in words, such as `bob: update conversations/c1`.
    package var summary: String
}

/// Who sends a request.
package enum SuiteIdentity: Sendable, Equatable {
    case nobody
    /// Whom no rules bind.
    case admin
    case user(uid: String, claims: [String: ClaimValue])
}

/// What is asked for.
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

/// What the rules are to say.
package enum SuiteExpectation: Sendable, Equatable {
    case allowed
    /// With a text that the denial contains.
    case denied(containing: String?)
}
