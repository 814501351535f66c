import FirestoreModel
import FirestoreREST

/// What Firestore refuses in a query, with the texts of Google's emulator.
enum QueryValidation {
    static func check(_ query: StructuredQuery, parent: DocumentPath?) throws(RPCStatus) {
        if query.from.count > 1 {
            throw .invalidArgument("StructuredQuery.from cannot have more than one collection selector.")
        }
        if let id = query.from.first?.collectionID, !id.isEmpty,
            let refusal = ResourceID(id).refusal(isCollection: true)
        {
            throw refusal
        }
        // In the order in which Google's emulator looks, so that of two mistakes the same one is named.
        let leaves = query.filter?.leaves ?? []
        for leaf in leaves { try checkOperand(leaf) }
        try checkCombination(leaves, of: query.filter)
        for cursor in [query.startAt, query.endAt] {
            if let cursor { try check(cursor, query.orderBy) }
        }
        if let limit = query.limit, limit < 0 { throw .invalidArgument("limit is negative") }
        if query.offset < 0 { throw .invalidArgument("offset is negative") }
        if query.from.first?.collectionID.isEmpty ?? true { try checkWithoutCollection(query) }
        if query.from.first?.allDescendants == true, parent != nil {
            throw .invalidArgument("collection group queries are only allowed at the root parent")
        }
        try checkOrders(query.orderBy, implied: inequalityFields(query.filter))
        for case .field(let path, let operation, let operand) in leaves where path.isDocumentID {
            try checkName(operation, operand)
        }
    }

    /// Without a collection's id the names are all there is to go by.
    private static func checkWithoutCollection(_ query: StructuredQuery) throws(RPCStatus) {
        if query.orderBy.contains(where: { !$0.field.isDocumentID || $0.direction == .descending }) {
            throw .invalidArgument("kind is required for all orders except __key__ ascending")
        }
        for leaf in query.filter?.leaves ?? [] {
            switch leaf {
            case .field(let path, _, _) where !path.isDocumentID, .unary(let path, _) where !path.isDocumentID:
                throw .invalidArgument("kind is required for filter: \(path.names.map(\.string).joined(separator: "."))")
            case .field, .unary, .and, .or: continue
            }
        }
    }

    /// The fields by which inequalities sort the results, each once.
    static func inequalityFields(_ filter: Filter?) -> Set<FieldPath> {
        var fields: Set<FieldPath> = []
        for leaf in filter?.leaves ?? [] {
            switch leaf {
            case .field(let path, let operation, _) where operation.isInequality: fields.insert(path)
            case .unary(let path, .isNotNaN), .unary(let path, .isNotNull): fields.insert(path)
            case .field, .unary, .and, .or: continue
            }
        }
        return fields
    }

    // MARK: Single filters

    private static func checkOperand(_ leaf: Filter) throws(RPCStatus) {
        guard case .field(_, let operation, let operand) = leaf else { return }
        switch operation {
        case .in, .notIn, .arrayContainsAny:
            let name = operation.rawValue
            guard let elements = operand.arrayValue else { throw .invalidArgument("'\(name)' requires an ArrayValue.") }
            if elements.isEmpty { throw .invalidArgument("'\(name)' requires an non-empty ArrayValue.") }
            let most = operation == .notIn ? 10 : 30
            if elements.count > most {
                throw .invalidArgument("'\(name)' supports up to \(most) comparison values.")
            }
        case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .arrayContains: break
        }
    }

    private static func checkName(_ operation: Filter.FieldOperator, _ operand: Value) throws(RPCStatus) {
        switch operation {
        case .arrayContains, .arrayContainsAny: throw .invalidArgument("the name __key__ is reserved")
        case .in, .notIn:
            for element in operand.arrayValue ?? [] { try checkKey(element) }
        case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: try checkKey(operand)
        }
    }

    private static func checkKey(_ value: Value) throws(RPCStatus) {
        guard case .reference = value else { throw .invalidArgument("__key__ filter value must be a Key") }
    }

    // MARK: Combinations

    private static func checkCombination(_ leaves: [Filter], of filter: Filter?) throws(RPCStatus) {
        var negations = 0
        var (hasNotIn, hasDisjunction) = (false, false)
        for leaf in leaves {
            switch leaf {
            case .field(_, .notIn, _): (negations, hasNotIn) = (negations + 1, true)
            case .field(_, .notEqual, _), .unary(_, .isNotNaN), .unary(_, .isNotNull): negations += 1
            case .field(_, .in, _), .field(_, .arrayContainsAny, _): hasDisjunction = true
            case .field, .unary, .and, .or: continue
            }
        }
        if negations > 1 {
            throw .invalidArgument(
                "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.")
        }
        if hasNotIn, hasDisjunction || filter?.holdsOr == true {
            throw .invalidArgument(
                "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.")
        }
        guard let filter else { return }
        let disjunctions = filter.disjunctionCount
        if disjunctions > 30 {
            throw .invalidArgument(
                "Too many disjunctions after normalization. Result had \(disjunctions) disjunctions which is more "
                    + "than the maximum of 30")
        }
        if filter.mostArrayFilters > 1 {
            throw .invalidArgument("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.")
        }
        let fields = inequalityFields(filter)
        if fields.count > 10 {
            let names = fields.sorted().map(\.description).joined(separator: ", ")
            throw .invalidArgument(
                "The query contains \(fields.count) distinct inequality fields: [\(names)]. "
                    + "A query may not have more than 10 distinct inequality fields.")
        }
    }

    // MARK: Orders and cursors

    private static func checkOrders(
        _ orders: [StructuredQuery.Order], implied: Set<FieldPath>
    ) throws(RPCStatus) {
        for (index, order) in orders.enumerated() {
            if orders[..<index].contains(where: { $0.field == order.field }) {
                throw .invalidArgument("order by clause cannot contain duplicate fields \(order.field)")
            }
            if orders[..<index].contains(where: { $0.field.isDocumentID }) {
                throw fieldsAfterKey
            }
        }
        let ordered = Set(orders.map(\.field))
        if ordered.contains(.documentID()), !implied.subtracting(ordered).filter({ !$0.isDocumentID }).isEmpty {
            throw fieldsAfterKey
        }
    }

    private static let fieldsAfterKey = RPCStatus.invalidArgument(
        "order by clause cannot contain more fields after the key")

    private static func check(_ cursor: StructuredQuery.Cursor, _ orders: [StructuredQuery.Order]) throws(RPCStatus) {
        let fields = orders.map(\.field)
        if cursor.values.count > fields.count { throw .invalidArgument("Cursor has too many values.") }
        for (field, value) in zip(fields, cursor.values) where field.isDocumentID {
            guard case .reference = value else {
                throw .invalidArgument("Cursor __key__ value is not a document reference.")
            }
        }
    }
}

extension Filter {
    fileprivate var holdsOr: Bool {
        switch self {
        case .or(let filters): filters.count > 1 || filters.contains(where: \.holdsOr)
        case .and(let filters): filters.contains(where: \.holdsOr)
        case .field, .unary: false
        }
    }

    /// How many conjunctions the filter has in disjunctive normal form, capped far above what is allowed.
    fileprivate var disjunctionCount: Int {
        switch self {
        case .and(let filters): filters.reduce(1) { min($0 * $1.disjunctionCount, 1_000_000) }
        case .or(let filters): filters.reduce(0) { min($0 + $1.disjunctionCount, 1_000_000) }
        case .field(_, .in, let operand), .field(_, .arrayContainsAny, let operand): operand.arrayValue?.count ?? 1
        case .field, .unary: 1
        }
    }

    /// The most array filters that stand in one conjunction.
    fileprivate var mostArrayFilters: Int {
        switch self {
        case .and(let filters): filters.reduce(0) { $0 + $1.mostArrayFilters }
        case .or(let filters): filters.reduce(0) { max($0, $1.mostArrayFilters) }
        case .field(_, .arrayContains, _), .field(_, .arrayContainsAny, _): 1
        case .field, .unary: 0
        }
    }
}
