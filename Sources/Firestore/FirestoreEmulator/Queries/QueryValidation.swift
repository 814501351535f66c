import FirestoreModel
import FirestoreRPC

/// What Firestore refuses in a query as a whole, with the texts of Google's emulator.
///
/// ``FirestoreREST/WireDecoder`` has already refused invalid parts, such as an operand that is not an array.
struct QueryValidation {
    let query: StructuredQuery
    /// The parent document of the collections; nil for the database's root.
    let parent: DocumentPath?
    private let database: DatabaseID
    let inequalityFields: Set<FieldPath>
    /// The fields of sums and averages.
    let aggregatedFields: Set<FieldPath>

    init(
        _ query: StructuredQuery, in database: DatabaseID, parent: DocumentPath?,
        aggregating aggregated: [FieldPath]
    ) {
        self.query = query
        self.parent = parent
        self.database = database
        inequalityFields = query.filter?.inequalityFields ?? []
        aggregatedFields = Set(aggregated)
    }

    /// The maximum number of filters and orders in a query; a parent counts as one.
    private static let maximumParts = 100
    private static let maximumInequalityFields = 10
    /// The maximum size, in bytes, of a value to compare with.
    private static let maximumOperandSize = 1500

    var selector: StructuredQuery.CollectionSelector {
        query.from.first ?? StructuredQuery.CollectionSelector("")
    }

    /// Checks in the order of Google's emulator, so that of two mistakes the same one is reported.
    ///
    /// - Returns: A refusal to report only after the state to read is known and the rules have allowed the query.
    func check() throws(RPCStatus) -> RPCStatus? {
        // Already refused if the query came in a message; those in this process come without one.
        if let refusal = StructuredQuery.refusal(of: query.from) { throw refusal }
        try checkGroup()
        if query.offset < 0 { throw .invalidArgument("offset is negative") }
        if let limit = query.limit, limit < 0 { throw .invalidArgument("limit is negative") }
        let filter = query.filter?.withoutRepetitions
        try checkParts(filter)
        if let filter = query.filter, filter.mostArrayFilters > 1 {
            throw .invalidArgument("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.")
        }
        if let refusal = parent?.refusalOfLength { throw refusal }
        try checkCollection()
        try checkFields()
        for order in query.orderBy {
            if let refusal = order.field.refusal(allowsType: true) { throw refusal }
        }
        try checkCursors()
        try checkSearch()
        do throws(RPCStatus) {
            try checkNamesBesideInequalities()
            try checkAggregatedFields()
            try filter?.checkDisjunctions()
            try checkOrders()
            return nil
        } catch {
            return error
        }
    }

    // MARK: Collections

    private func checkGroup() throws(RPCStatus) {
        guard selector.allDescendants, parent != nil else { return }
        // Google's emulator can query below a document by names only.
        let fields = (query.filter?.leaves ?? []).compactMap(\.fieldToScan) + query.orderBy.map(\.field)
        if fields.contains(where: { !$0.isDocumentID }) {
            throw .invalidArgument("collection group queries are only allowed at the root parent")
        }
    }

    private func checkCollection() throws(RPCStatus) {
        if selector.collectionID.utf8.count > ResourceID.maximumLength {
            throw .invalidArgument("The query kind is longer than \(ResourceID.maximumLength) bytes.")
        }
        // Without a collection's id there are only names.
        guard selector.collectionID.isEmpty else { return }
        if query.orderBy.contains(where: { !$0.field.isDocumentID || $0.direction == .descending }) {
            throw .invalidArgument("kind is required for all orders except __key__ ascending")
        }
    }

    // MARK: Filters

    private func checkParts(_ filter: Filter?) throws(RPCStatus) {
        let (filters, orders) = (filter?.partCount ?? 0, query.orderBy.count)
        if filters + orders + (parent == nil ? 0 : 1) > QueryValidation.maximumParts {
            throw .invalidArgument(
                "The query may not have more than \(QueryValidation.maximumParts) filters + sort orders + ancestor total. "
                    + "Currently there are \(filters) filters, \(orders) sort orders, and "
                    + "\(parent == nil ? "no" : "one") ancestor filter.")
        }
    }

    private func checkFields() throws(RPCStatus) {
        for leaf in query.filter?.leaves ?? [] {
            switch leaf {
            case .field(let path, let operation, let operand):
                if path.isDocumentID {
                    try checkName(operation, operand)
                } else {
                    let isInArray = operation == .arrayContains || operation == .arrayContainsAny
                    try checkPath(path, isInArray: isInArray)
                    for value in operation.isAboutSeveral ? operand.arrayValue ?? [] : [operand]
                    where value.storageSize > QueryValidation.maximumOperandSize {
                        let name = path.plainText + (isInArray ? "[*]" : "")
                        throw .invalidArgument("value for \(name) is too large to be used in a query")
                    }
                    try checkKind(path, isInArray: isInArray)
                }
            case .unary(let path, _):
                if path.isDocumentID { throw QueryValidation.notAName }
                try checkPath(path, isInArray: false)
                try checkKind(path, isInArray: false)
            case .and, .or: continue
            }
            if leaf.inequalityField != nil { try checkInequalities() }
        }
    }

    private func checkPath(_ path: FieldPath, isInArray: Bool) throws(RPCStatus) {
        if let refusal = path.refusal(allowsType: !isInArray, isOfElements: isInArray) { throw refusal }
    }

    private func checkKind(_ path: FieldPath, isInArray: Bool) throws(RPCStatus) {
        guard selector.collectionID.isEmpty else { return }
        throw .invalidArgument("kind is required for filter: \(path.plainText)\(isInArray ? "[*]" : "")")
    }

    private func checkInequalities() throws(RPCStatus) {
        guard inequalityFields.count > QueryValidation.maximumInequalityFields else { return }
        let names = inequalityFields.sorted().map(\.plainText).joined(separator: ", ")
        throw .invalidArgument(
            "The query contains \(inequalityFields.count) distinct inequality fields: [\(names)]. "
                + "A query may not have more than \(QueryValidation.maximumInequalityFields) distinct inequality fields."
        )
    }

    private func checkName(_ operation: Filter.FieldOperator, _ operand: Value) throws(RPCStatus) {
        switch operation {
        case .arrayContains, .arrayContainsAny: throw .invalidArgument("the name __key__ is reserved")
        case .in, .notIn:
            for element in operand.arrayValue ?? [] { try checkName(element) }
        case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
            try checkName(operand)
        }
    }

    private func checkName(_ operand: Value) throws(RPCStatus) {
        guard case .reference(let name) = operand else { throw QueryValidation.notAName }
        if let refusal = name.path.refusalOfLength { throw refusal }
        if name.database != database {
            throw .invalidArgument(
                "The request was for database '\(database)' but was attempting to access database '\(name.database)'"
            )
        }
    }

    private func checkNamesBesideInequalities() throws(RPCStatus) {
        guard !inequalityFields.isEmpty, !inequalityFields.contains(.documentID()) else { return }
        for case .field(let path, let operation, _) in query.filter?.leaves ?? [] where path.isDocumentID {
            guard operation == .equal || operation == .in else { continue }
            throw .invalidArgument(
                "Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities."
            )
        }
    }

    private static let notAName = RPCStatus.invalidArgument("__key__ filter value must be a Key")

    // MARK: Orders and cursors

    private func checkCursors() throws(RPCStatus) {
        for cursor in [query.startAt, query.endAt] {
            for (order, value) in zip(query.orderBy, cursor?.values ?? []) where order.field.isDocumentID {
                if case .reference(let name) = value, name.database != database {
                    throw .invalidArgument("The cursor key is in a different database than the query")
                }
            }
        }
    }

    private func checkOrders() throws(RPCStatus) {
        let isByNames = query.orderBy.allSatisfy(\.field.isDocumentID)
        if selector.allDescendants, parent != nil, isByNames,
            query.orderBy.contains(where: { $0.direction == .descending })
        {
            throw RPCStatus(
                .failedPrecondition,
                "collection group queries are only allowed if they're at the root or they're an ascending primary key scan"
            )
        }
        var fields: Set<FieldPath> = []
        for order in query.orderBy {
            if fields.contains(.documentID()) { throw QueryValidation.fieldsAfterName }
            if !fields.insert(order.field).inserted {
                throw .invalidArgument(
                    "order by clause cannot contain duplicate fields \(order.field.plainText)")
            }
        }
        if fields.contains(.documentID()), !inequalityFields.isSubset(of: fields) {
            throw QueryValidation.fieldsAfterName
        }
    }

    private static let fieldsAfterName = RPCStatus.invalidArgument(
        "order by clause cannot contain more fields after the key")
}

extension Filter.FieldOperator {
    /// True if the operand is a list of values that count separately.
    fileprivate var isAboutSeveral: Bool {
        switch self {
        case .in, .notIn, .arrayContainsAny: true
        case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
            .arrayContains:
            false
        }
    }
}

extension Filter {
    /// The field that a test reads from documents.
    fileprivate var fieldToScan: FieldPath? {
        switch self {
        // Names are never elements of an array, so this is a field.
        case .field(_, .arrayContains, _), .field(_, .arrayContainsAny, _): FieldPath([])
        case .field(let path, _, _), .unary(let path, _): path
        case .and, .or: nil
        }
    }
}

extension FieldPath {
    /// The names joined by dots, with no quotes and `__key__` for `__name__`, as Google's emulator writes a path in its messages.
    var plainText: String {
        names.map { $0 == "__name__" ? "__key__" : $0.string }.joined(separator: ".")
    }
}
