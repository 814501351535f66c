import ClientCore
public import FirestoreModel

// Unchecked because the class has a subclass, as in Firebase's SDK. All properties are constants of Sendable types.
/// A query for documents: a collection, conditions, an order and limits.
///
/// Every method returns a new query and does not change this one. An invalid condition or cursor is reported when the query runs.
///
/// See <https://firebase.google.com/docs/firestore/query-data/queries>.
public class Query: @unchecked Sendable {

    /// The client that runs the query.
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

    // MARK: Order and limits

    /// Sorts by another field, whose path may contain dots. Leaves out documents without the field.
    public func order(by field: String, descending: Bool = false) -> Query {
        adding { $0.order(by: field, descending: descending) }
    }

    /// Sorts by another field. Leaves out documents without the field.
    public func order(by path: FieldPath, descending: Bool = false) -> Query {
        adding { $0.order(by: path, descending: descending) }
    }

    /// Returns only the first documents.
    ///
    /// - Parameter limit: The maximum number, at least 1.
    /// - Returns: The query.
    public func limit(to limit: Int) -> Query {
        adding { $0.limit(limit, toLast: false) }
    }

    /// Returns only the last documents, in the same order. The query needs an `order(by:)`.
    ///
    /// - Parameter limit: The maximum number, at least 1.
    /// - Returns: The query.
    public func limit(toLast limit: Int) -> Query {
        adding { $0.limit(limit, toLast: true) }
    }

    /// Returns only these fields, as in server SDKs; an empty list for no fields, only the documents' names.
    public func select(_ fields: [FieldPath]) -> Query {
        adding { $0.select = .fields(fields) }
    }

    // MARK: Cursors

    /// Starts at the documents with these values, one for each field of the order, or for the first ones.
    public func start(at values: [Any]) -> Query {
        adding { $0.startAt = $0.cursor(values, "start(at:)", before: true) }
    }

    /// Starts after the documents with these values, one for each field of the order, or for the first ones.
    public func start(after values: [Any]) -> Query {
        adding { $0.startAt = $0.cursor(values, "start(after:)", before: false) }
    }

    /// Ends at the documents with these values, one for each field of the order, or for the first ones.
    public func end(at values: [Any]) -> Query {
        adding { $0.endAt = $0.cursor(values, "end(at:)", before: false) }
    }

    /// Ends before the documents with these values, one for each field of the order, or for the first ones.
    public func end(before values: [Any]) -> Query {
        adding { $0.endAt = $0.cursor(values, "end(before:)", before: true) }
    }

    /// Starts at a document, which must have the fields of the order.
    public func start(atDocument document: DocumentSnapshot) -> Query {
        adding { $0.startAt = $0.cursor(document, "start(atDocument:)", before: true) }
    }

    /// Starts after a document, such as the last one of the previous page.
    public func start(afterDocument document: DocumentSnapshot) -> Query {
        adding { $0.startAt = $0.cursor(document, "start(afterDocument:)", before: false) }
    }

    /// Ends at a document, which must have the fields of the order.
    public func end(atDocument document: DocumentSnapshot) -> Query {
        adding { $0.endAt = $0.cursor(document, "end(atDocument:)", before: false) }
    }

    /// Ends before a document, which must have the fields of the order.
    public func end(beforeDocument document: DocumentSnapshot) -> Query {
        adding { $0.endAt = $0.cursor(document, "end(beforeDocument:)", before: true) }
    }

    // MARK: Running

    /// Runs the query with one request. It is billed as one read for each result, at least one.
    ///
    /// - Returns: The documents, in order.
    /// - Throws: ``FirestoreError``: `.invalidArgument` for an invalid query, `.failedPrecondition` if production lacks an index
    ///   (the message contains a link that creates it), or what the server reports.
    public func getDocuments() async throws(FirestoreError) -> QuerySnapshot {
        let (parent, query) = try structuredQuery()
        let answer = try await firestore.runQuery(parent: parent, query)
        let documents = spec.isReversed ? answer.documents.reversed() : answer.documents
        return QuerySnapshot(
            query: self, documents: documents.map { QueryDocumentSnapshot(firestore, $0) },
            readTime: answer.readTime)
    }

    /// The query for a request, and the document whose collections it reads.
    package func structuredQuery() throws(FirestoreError) -> (parent: DocumentPath?, query: StructuredQuery) {
        do throws(ConversionProblem) {
            return (try spec.parent(), try spec.structuredQuery())
        } catch {
            throw .invalidArgument("Query on \(spec.name.quotedForMessage)", error)
        }
    }
}

extension Query: Equatable {
    /// True for equal queries of the same client.
    public static func == (left: Query, right: Query) -> Bool {
        left.firestore === right.firestore && left.spec == right.spec
    }
}
