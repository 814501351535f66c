import FirestoreModel
import OrderedCollections

/// `request.query`
final class QueryRecord: RuleRecord {
    private let list: ListOperation
    private let database: DatabaseID

    init(_ list: ListOperation, in database: DatabaseID) {
        self.list = list
        self.database = database
    }

    var names: [FieldName] {
        let place: FieldName = list.allDescendants ? "ancestor" : "parent"
        return [
            "allDescendants", "distinct", "groupBy", "kind", "limit", "offset", "orderBy", place,
            "selectOnlyKeys",
        ].sorted()
    }

    func value(_ name: FieldName) -> RuleValue? {
        switch name.string {
        case "allDescendants": .bool(list.allDescendants)
        case "distinct", "selectOnlyKeys": .bool(false)
        case "groupBy": .map(RuleMap([:]))
        case "kind": list.collectionID.map { .string($0.string) } ?? .null
        case "limit": list.limit.map { .int(Int64($0)) } ?? .null
        case "offset": .int(Int64(list.offset))
        case "orderBy": orders
        case "parent" where !list.allDescendants, "ancestor" where list.allDescendants:
            list.parent.map { .path(RulePath(document: DocumentName(database, $0))) } ?? .null
        default: nil
        }
    }

    private var orders: RuleValue {
        var entries: OrderedDictionary<FieldName, RuleValue> = [:]
        for order in list.orderBy {
            entries[FieldName(order.field.description)] = .string(
                order.direction == .ascending ? "ASC" : "DESC")
        }
        return .map(RuleMap(entries))
    }
}
