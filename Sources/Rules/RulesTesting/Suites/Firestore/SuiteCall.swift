import FirestoreModel

/// One call of a step.
enum SuiteCall: Sendable {
    case get([DocumentPath])
    case query(SuiteQuery)
    case count(SuiteQuery)
    case commit([Write])

    /// What counts the documents of a query.
    static let count = Aggregation(.count(upTo: nil), alias: "count")
}
