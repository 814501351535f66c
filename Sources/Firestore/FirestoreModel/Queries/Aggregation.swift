/// An aggregation of the results of a query to one number.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredAggregationQuery>.
package struct Aggregation: Sendable, Equatable {
    package enum Operation: Sendable, Equatable {
        /// The number of results, up to the limit if there is one.
        case count(upTo: Int64?)
        case sum(FieldPath)
        case average(FieldPath)
    }

    package var operation: Operation
    /// The number's name in the response; nil for one that the server generates.
    package var alias: String?

    package init(_ operation: Operation, alias: String? = nil) {
        self.operation = operation
        self.alias = alias
    }

    /// The aggregated field; nil for a count.
    package var field: FieldPath? {
        switch operation {
        case .count: nil
        case .sum(let field), .average(let field): field
        }
    }
}
