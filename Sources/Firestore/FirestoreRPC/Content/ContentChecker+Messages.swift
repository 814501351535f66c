package import FirestoreModel

/// What is checked of writes and queries.
extension ContentChecker {
    // MARK: Transforms

    package mutating func check(_ transform: FieldTransform, in fields: inout NestedFields) {
        guard let outer = fields.insert(transform.field) else { return }
        let name = outer.names.map(\.string).joined(separator: ".")
        refuse(
            .invalidArgument("Cannot transform property \(name) and its nested property at the same time."))
    }

    /// Checks the path of a transform, after its operation.
    package mutating func checkTransformed(_ path: FieldPath) {
        if path.isDocumentID { refuse(.invalidArgument("the name __key__ is reserved")) }
        if let refusal = path.refusal() { refuse(refusal) }
    }

    // MARK: Queries

    package mutating func check(_ selectors: [StructuredQuery.CollectionSelector]) {
        if let refusal = StructuredQuery.refusal(of: selectors) { refuse(refusal) }
    }

    package mutating func checkFindNearest(limit: Int) {
        let most = 1000
        if !(1...most).contains(limit) {
            refuse(.invalidArgument("FindNearest.limit must be a positive integer of no more than \(most)"))
        }
    }

    package mutating func checkCount(upTo limit: Int64?) {
        if let limit, limit < 0 {
            refuse(
                .invalidArgument(
                    "The `up_to` value in a COUNT aggregation must be greater than or equal to zero."))
        }
    }
}

extension StructuredQuery {
    /// Why the collections of a query are refused, or nil.
    package static func refusal(of selectors: [CollectionSelector]) -> RPCStatus? {
        if selectors.count > 1 {
            return .invalidArgument("StructuredQuery.from cannot have more than one collection selector.")
        }
        // An empty id means every one. Its length is checked later.
        guard let id = selectors.first.map({ ResourceID($0.collectionID) }), !id.string.isEmpty,
            id.problemOfCollection != .tooLong
        else { return nil }
        return id.refusal(isCollection: true)
    }
}

// What is refused in the words of Google's emulator, wherever a codec finds it.
extension RPCStatus {
    package static let unsetValue = invalidArgument("Cannot convert firestore.v1.Value with type unset.")

    /// - Parameter kind: The kind's name in capitals, such as `FUNCTION_VALUE`.
    package static func unsupportedValue(_ kind: String) -> RPCStatus {
        invalidArgument("Value type is not supported: \(kind)")
    }

    // MARK: Writes

    package static let emptyWrite = invalidArgument("empty write operation")
    package static let verifyWithoutPrecondition = invalidArgument("a verify must contain a precondition")
    package static let noTransforms = invalidArgument("The list of FieldTransform must not be empty.")
    package static let unsetTransform = invalidArgument(
        "Operation type must be specified for field transformation.")
    package static let unspecifiedServerValue = invalidArgument(
        "ServerValue type must be specified for set_to_server_value transformation.")
    package static let repeatedName = invalidArgument(
        "the same document cannot be written more than once in a single request")

    /// A mask in another write than an update, such as a `delete`.
    package static func mask(in kind: String) -> RPCStatus {
        invalidArgument("a \(kind) must not specify a document mask.")
    }

    /// Transforms beside another write than an update, such as a `delete`.
    package static func transforms(in kind: String) -> RPCStatus {
        invalidArgument("a \(kind) must not specify a update transform.")
    }

    // MARK: Queries

    package static let noStructuredQuery = invalidArgument("only structured queries are supported")
    package static let noAggregationQuery = invalidArgument(
        "Only structured aggregation queries are supported.")
    package static let noAggregations = invalidArgument("Aggregations can not be empty.")
    package static let unsetAggregation = invalidArgument("Operator field in Aggregation is not set.")
    package static let unknownFilter = invalidArgument("Unknown Filter type.")
    package static let unknownCompositeOperator = invalidArgument("Unsupported CompositeFilter operator.")
    package static let emptyDisjunction = invalidArgument(
        "Composite filter must have at least one sub-filter.")
    package static let unknownFieldOperator = invalidArgument("Unknown FieldFilter operator.")
    package static let unknownUnaryOperator = invalidArgument("Unknown UnaryFilter operator.")
    package static let unaryFilterWithoutField = invalidArgument(
        "Unsupported UnaryFilter operand type (non-FIELD).")
    package static let unknownDirection = invalidArgument("Unrecognized ordering.")
    package static let overlongCursor = invalidArgument("Cursor has too many values.")
    package static let cursorNameWithoutReference = invalidArgument(
        "Cursor __key__ value is not a document reference.")
    package static let queryVectorWithoutType = invalidArgument("Query Value must be of type vector.")
    package static let unknownDistanceMeasure = invalidArgument("Unknown Distance Measure.")

    // MARK: Targets and pipelines

    package static let targetWithoutContent = invalidArgument("A target must name documents or a query.")
    package static let pipelinesNeedEnterprise = invalidArgument(
        "Pipeline queries require the Database Edition to be `enterprise`.")
}
