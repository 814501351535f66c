/// One number that the results of a query are reduced to.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredAggregationQuery>.
package struct Aggregation: Sendable, Equatable {
    package enum Operation: Sendable, Equatable {
        /// The number of results, counted up to a limit where there is one.
        case count(upTo: Int64?)
        case sum(FieldPath)
        case average(FieldPath)
    }

    package var operation: Operation
    /// The number's name in the answer; nil for one that the server makes up.
    package var alias: String?

    package init(_ operation: Operation, alias: String? = nil) {
        self.operation = operation
        self.alias = alias
    }

    /// The field whose values are looked at; nil where results are only counted.
    package var field: FieldPath? {
        switch operation {
        case .count: nil
        case .sum(let field), .average(let field): field
        }
    }
}
