import ClientCore
public import FirestoreModel

// Unchecked because the class can be subclassed, as in the SDK: all its properties are constants of `Sendable` types.
/// A question for documents: which collection, which conditions, which order, which part.
///
/// Every method returns another query and leaves this one as it is. What is wrong with a condition or a
/// cursor is remembered and thrown when the query runs.
///
/// See <https://firebase.google.com/docs/firestore/query-data/queries>.
public class Query: @unchecked Sendable {
    // Unchecked because the class is not final, which it is not so that a CollectionReference is a Query, as
    // in Firebase's SDK. Only this module can add subclasses; all properties are constants of Sendable types.

    /// The database that is asked.
    public let firestore: Firestore
    let spec: QuerySpec

    init(_ firestore: Firestore, _ spec: QuerySpec) {
        self.firestore = firestore
        self.spec = spec
    }

    func adding(_ change: (inout QuerySpec) -> Void) -> Query {
        var spec = self.spec
        change(&spec)
        return Query(firestore, spec)
    }

    // MARK: Order and part

    /// Sorts by a field, given in dot form, after the fields sorted by so far; leaves out documents without
    /// it.
    public func order(by field: String, descending: Bool = false) -> Query {
        adding { $0.order(by: field, descending: descending) }
    }

    /// Sorts by a field, after the fields sorted by so far; leaves out documents without it.
    public func order(by path: FieldPath, descending: Bool = false) -> Query {
        adding { $0.order(by: path, descending: descending) }
    }

    /// Returns the first documents only.
    ///
    /// - Parameter limit: How many, at least 1.
    /// - Returns: The query.
    public func limit(to limit: Int) -> Query {
        adding { $0.limit(limit, toLast: false) }
    }

    /// Returns the last documents only, in the same order; needs an `order(by:)`.
    ///
    /// - Parameter limit: How many, at least 1.
    /// - Returns: The query.
    public func limit(toLast limit: Int) -> Query {
        adding { $0.limit(limit, toLast: true) }
    }

    /// Returns these fields only, as server SDKs allow; an empty list for none, just the documents' names.
    public func select(_ fields: [FieldPath]) -> Query {
        adding { $0.select = .fields(fields) }
    }

    // MARK: Cursors

    /// Starts with the documents that have these values, one for each field sorted by, or for the first ones.
    public func start(at values: [Any]) -> Query {
        adding { $0.startAt = $0.cursor(values, "start(at:)", before: true) }
    }

    /// Starts after the documents that have these values, one for each field sorted by, or for the first
    /// ones.
    public func start(after values: [Any]) -> Query {
        adding { $0.startAt = $0.cursor(values, "start(after:)", before: false) }
    }

    /// Ends with the documents that have these values, one for each field sorted by, or for the first ones.
    public func end(at values: [Any]) -> Query {
        adding { $0.endAt = $0.cursor(values, "end(at:)", before: false) }
    }

    /// Ends before the documents that have these values, one for each field sorted by, or for the first ones.
    public func end(before values: [Any]) -> Query {
        adding { $0.endAt = $0.cursor(values, "end(before:)", before: true) }
    }

    /// Starts with a document, which must have the fields sorted by.
    public func start(atDocument document: DocumentSnapshot) -> Query {
        adding { $0.startAt = $0.cursor(document, "start(atDocument:)", before: true) }
    }

    /// Starts after a document, such as the last one of the page before.
    public func start(afterDocument document: DocumentSnapshot) -> Query {
        adding { $0.startAt = $0.cursor(document, "start(afterDocument:)", before: false) }
    }

    /// Ends with a document, which must have the fields sorted by.
    public func end(atDocument document: DocumentSnapshot) -> Query {
        adding { $0.endAt = $0.cursor(document, "end(atDocument:)", before: false) }
    }

    /// Ends before a document, which must have the fields sorted by.
    public func end(beforeDocument document: DocumentSnapshot) -> Query {
        adding { $0.endAt = $0.cursor(document, "end(beforeDocument:)", before: true) }
    }

    // MARK: Running

    /// Runs the query: one request, one read for each document found, at least one.
    ///
    /// - Returns: The documents, in order.
    /// - Throws: ``FirestoreError``: `.invalidArgument` for what is wrong with the query,
    ///   `.failedPrecondition` where production lacks an index (the message holds a link that makes it), or
    ///   what else the server reports.
    public func getDocuments() async throws(FirestoreError) -> QuerySnapshot {
        let (parent, query) = try structuredQuery()
        let answer = try await firestore.runQuery(parent: parent, query)
        let documents = spec.isReversed ? answer.documents.reversed() : answer.documents
        return QuerySnapshot(
            documents: documents.map { QueryDocumentSnapshot(firestore, $0) }, readTime: answer.readTime)
    }

    /// The query as the wire has it, and the document below which it looks.
    package func structuredQuery() throws(FirestoreError) -> (parent: DocumentPath?, query: StructuredQuery) {
        do throws(ConversionProblem) {
            return (try spec.parent(), try spec.structuredQuery())
        } catch {
            throw .invalidArgument("Query on \(spec.name.quotedForMessage)", error)
        }
    }
}

extension Query: Equatable {
    /// True for queries of the same client that ask the same.
    public static func == (left: Query, right: Query) -> Bool {
        left.firestore === right.firestore && left.spec == right.spec
    }
}

/// What a query has found.
public struct QuerySnapshot: Sendable {
    /// The documents, in the order of the query.
    public let documents: [QueryDocumentSnapshot]
    /// The time whose state of the database the documents show; nil where the server does not tell.
    public let readTime: Timestamp?

    /// How many documents there are.
    public var count: Int { documents.count }
    /// True when there are none.
    public var isEmpty: Bool { documents.isEmpty }
}
