import FirestoreModel

/// A valid query with its aggregations.
struct AggregationPlan: Sendable {
    /// Finds the documents. All aggregations use the same ones: those that have all aggregated fields.
    let query: QueryPlan
    private let aggregations: [Aggregation]
    private let aliases: [FieldName]

    /// Checks a query and its aggregations.
    ///
    /// - Throws: INVALID_ARGUMENT with the text of Google's emulator.
    init(
        _ aggregations: [Aggregation], of query: StructuredQuery, in database: DatabaseID,
        parent: DocumentPath?
    ) throws(RPCStatus) {
        self.aggregations = aggregations
        aliases = AggregationPlan.aliases(aggregations)
        try QueryValidation.check(aggregations, aliases, of: query)
        self.query = try QueryPlan(
            query, in: database, parent: parent, aggregating: aggregations.compactMap(\.field))
    }

    /// The names of the numbers; unnamed ones are numbered.
    private static func aliases(_ aggregations: [Aggregation]) -> [FieldName] {
        var unnamed = 0
        return aggregations.map { aggregation in
            if let alias = aggregation.alias { return FieldName(alias) }
            unnamed += 1
            return FieldName("field_\(unnamed)")
        }
    }

    /// Computes the numbers, by their names.
    func reduce(_ documents: [StoredDocument]) -> MapValue {
        MapValue(
            pairs: zip(aliases, aggregations).map { alias, aggregation in
                (alias, AggregationPlan.value(aggregation.operation, of: documents))
            })
    }

    private static func value(_ operation: Aggregation.Operation, of documents: [StoredDocument]) -> Value {
        switch operation {
        case .count(let limit): .integer(min(Int64(documents.count), limit ?? .max))
        case .sum(let field): NumberSum(documents.lazy.compactMap { $0.value(of: field) }).sum
        case .average(let field): NumberSum(documents.lazy.compactMap { $0.value(of: field) }).average
        }
    }
}
