import CoreValues
import FirestoreModel

/// The order of a query's documents.
struct DocumentOrder: Sendable {
    private let orders: [StructuredQuery.Order]

    /// - Parameter orders: All of them, down to the document's name.
    init(_ orders: [StructuredQuery.Order]) { self.orders = orders }

    func precedes(_ left: Document, _ right: Document) -> Bool { compare(left, right) == .less }

    func compare(_ left: Document, _ right: Document) -> ComparisonOrder {
        for order in orders {
            let result = compare(left, right, by: order.field)
            if result != .equal { return order.direction == .ascending ? result : result.reversed }
        }
        return .equal
    }

    private func compare(_ left: Document, _ right: Document, by field: FieldPath) -> ComparisonOrder {
        if field.isDocumentID { return ComparisonOrder(left.name, right.name) }
        // A query's results have the fields that it sorts by.
        guard let first = left.fields[field], let second = right.fields[field] else { return .equal }
        return first.compare(to: second)
    }
}
