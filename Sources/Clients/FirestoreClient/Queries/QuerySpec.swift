import ClientCore
import FirestoreModel

/// The content of a ``Query``, as a value.
struct QuerySpec: Sendable, Equatable {
    /// What the query reads.
    enum Source: Sendable, Equatable {
        case collection(CollectionPath)
        case group(ResourceID)
    }

    let database: DatabaseID
    let source: Result<Source, ConversionProblem>
    /// The collection, for error messages.
    let name: String
    private var filters: [FirestoreModel.Filter] = []
    private var orders: [StructuredQuery.Order] = []
    private var limit: Int?
    /// True for `limit(toLast:)`: the query is sent with the opposite order, and its results are reversed.
    private(set) var isReversed = false
    var select: DocumentMask?
    var startAt: StructuredQuery.Cursor?
    var endAt: StructuredQuery.Cursor?
    var findNearest: FindNearest?
    /// The first problem.
    private var problem: ConversionProblem?

    init(_ database: DatabaseID, _ collection: Result<CollectionPath, ConversionProblem>) {
        self.database = database
        source = collection.map(Source.collection)
        name = (try? collection.get())?.description ?? ""
    }

    init(_ database: DatabaseID, collectionGroup id: String) {
        self.database = database
        name = id
        let id = ResourceID(id)
        source =
            id.problem == nil
            ? .success(.group(id))
            : .failure(ConversionProblem("\(name.quotedForMessage) is not the id of a collection"))
    }

    private mutating func attempt<T>(_ work: (inout QuerySpec) throws(ConversionProblem) -> T) -> T? {
        do throws(ConversionProblem) {
            return try work(&self)
        } catch {
            problem = problem ?? error
            return nil
        }
    }

    // MARK: Building

    mutating func add(_ filter: Filter) {
        attempt { spec throws(ConversionProblem) in spec.filters.append(try spec.wireFilter(filter.node)) }
    }

    mutating func order(by field: Any, descending: Bool) {
        attempt { spec throws(ConversionProblem) in
            if spec.startAt != nil || spec.endAt != nil {
                throw ConversionProblem("order(by:) must come before the cursors")
            }
            let path = try FieldPath(anyForm: field)
            try path.checkForReading()
            spec.orders.append(StructuredQuery.Order(path, descending ? .descending : .ascending))
        }
    }

    mutating func limit(_ limit: Int, toLast: Bool) {
        attempt { spec throws(ConversionProblem) in
            guard limit > 0, limit <= Int(Int32.max) else {
                throw ConversionProblem("a limit must be from 1 to \(Int32.max), not \(limit)")
            }
            spec.limit = limit
            spec.isReversed = toLast
        }
    }

    mutating func cursor(_ values: [Any], _ method: String, before: Bool) -> StructuredQuery.Cursor? {
        attempt { spec throws(ConversionProblem) in
            if values.isEmpty { throw ConversionProblem("\(method) needs a value") }
            if values.count > spec.orders.count {
                throw ConversionProblem(
                    "\(method) has \(values.count) values for \(spec.orders.count) order(by:)")
            }
            var cursor: [Value] = []
            for (value, order) in zip(values, spec.orders) {
                cursor.append(try spec.wireValue(try Operand(value, of: order.field)))
            }
            return StructuredQuery.Cursor(cursor, before: before)
        }
    }

    /// The position of a document. All orders become explicit, including the name, which distinguishes documents with the same
    /// values.
    mutating func cursor(_ snapshot: DocumentSnapshot, _ method: String, before: Bool) -> StructuredQuery
        .Cursor?
    {
        attempt { spec throws(ConversionProblem) in
            guard let document = snapshot.document else {
                throw ConversionProblem("\(method) needs a document that exists")
            }
            try spec.checkOrigin(of: document, method)
            spec.orders = spec.completeOrders
            var values: [Value] = []
            for order in spec.orders {
                if order.field.isDocumentID {
                    values.append(.reference(document.name))
                } else if let value = document.fields[order.field] {
                    values.append(value)
                } else {
                    throw ConversionProblem(
                        at: order.field.description,
                        "the document of \(method) lacks this field, by which the query sorts")
                }
            }
            return StructuredQuery.Cursor(values, before: before)
        }
    }

    /// Checks that the document of a cursor can be a result of the query.
    private func checkOrigin(of document: Document, _ method: String) throws(ConversionProblem) {
        let collection = document.name.path.collection
        let isOfQuery =
            switch try source.get() {
            case .collection(let path): document.name.database == database && collection == path
            case .group(let id): document.name.database == database && collection.id == id
            }
        if !isOfQuery {
            throw ConversionProblem(
                "the document of \(method) is in the collection \(collection), which the query does not read")
        }
    }

    /// The orders that the server applies: the explicit ones; then, in the direction of the last of these, the fields of
    /// inequalities by name, and the document's name.
    var completeOrders: [StructuredQuery.Order] {
        var complete = orders
        let direction = orders.last?.direction ?? .ascending
        let inequalities = filters.flatMap(\.leaves).compactMap { leaf -> FieldPath? in
            switch leaf {
            case .field(let path, let operation, _): operation.isInequality ? path : nil
            case .unary(let path, .isNotNull), .unary(let path, .isNotNaN): path
            case .unary, .and, .or: nil
            }
        }
        for path in Set(inequalities).sorted() + [.documentID()]
        where !complete.contains(where: { $0.field == path }) {
            // No order can follow the name.
            if complete.last?.field.isDocumentID == true { break }
            complete.append(StructuredQuery.Order(path, direction))
        }
        return complete
    }

    // MARK: The form of the API

    func parent() throws(ConversionProblem) -> DocumentPath? {
        switch try source.get() {
        case .collection(let path): path.parent
        case .group: nil
        }
    }

    func structuredQuery() throws(ConversionProblem) -> StructuredQuery {
        let selector: StructuredQuery.CollectionSelector
        switch try source.get() {
        case .collection(let path): selector = .init(path.id.string)
        case .group(let id): selector = .init(id.string, allDescendants: true)
        }
        if let problem { throw problem }
        for path in select?.fieldPaths ?? [] { try path.checkForReading() }
        var query = StructuredQuery(from: [selector])
        query.select = select
        query.filter = filters.count > 1 ? .and(filters) : filters.first
        query.orderBy = orders
        query.limit = limit
        (query.startAt, query.endAt) = (startAt, endAt)
        query.findNearest = findNearest
        if isReversed {
            if orders.isEmpty { throw ConversionProblem("limit(toLast:) needs an order(by:)") }
            query.orderBy = orders.map {
                .init($0.field, $0.direction == .ascending ? .descending : .ascending)
            }
            query.startAt = endAt.map { .init($0.values, before: !$0.before) }
            query.endAt = startAt.map { .init($0.values, before: !$0.before) }
        }
        return query
    }
}
