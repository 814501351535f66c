import FirestoreREST
import TestSupport

extension ExchangeGenerator {
    private static let operators = [
        "EQUAL", "NOT_EQUAL", "LESS_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN", "GREATER_THAN_OR_EQUAL",
        "ARRAY_CONTAINS", "IN",
        "NOT_IN", "ARRAY_CONTAINS_ANY",
    ]

    /// A query of a collection, or of any one.
    mutating func query(in collection: String? = nil) -> JSON {
        var members: [JSON.Member] = []
        func add(_ name: String, _ value: JSON) { members.append(JSON.Member(name, value)) }
        var selector: [JSON.Member] = [
            JSON.Member("collectionId", .string(collection ?? random.pick(["c", "c", "c", "d", "sub"])))
        ]
        if collection == nil, random.oneIn(5) { selector.append(JSON.Member("allDescendants", true)) }
        add("from", collection == nil && random.oneIn(40) ? [] : [.object(selector)])
        if random.int(0...9) < 7 { add("where", filter(depth: 0)) }
        let orders = some(0...random.pick([0, 1, 1, 2]), of: Self.fieldPaths + ["__name__"])
        if !orders.isEmpty { add("orderBy", .array(orders.map { order($0) })) }
        for name in ["startAt", "endAt"] where random.oneIn(4) { add(name, cursor(for: orders)) }
        if random.oneIn(3) {
            add("limit", random.oneIn(6) ? random.pick([0, -1, 99]) : random.pick([1, 2, 5]))
        }
        if random.oneIn(5) { add("offset", random.pick([0, 1, 2])) }
        if random.oneIn(3) {
            let paths = some(0...2, of: Self.fieldPaths + ["__name__"])
            add("select", ["fields": .array(paths.map { ["fieldPath": .string($0)] })])
        }
        return .object(members)
    }

    private mutating func order(_ path: String) -> JSON {
        var members = [JSON.Member("field", ["fieldPath": .string(path)])]
        if random.oneIn(2) {
            members.append(
                JSON.Member("direction", random.pick(["ASCENDING", "DESCENDING", "DESCENDING", 1])))
        }
        return .object(members)
    }

    private mutating func cursor(for orders: [String]) -> JSON {
        let fields = (orders.isEmpty ? ["__name__"] : orders).prefix(random.pick([1, 1, 2]))
        let values = fields.map { $0 == "__name__" && !random.oneIn(20) ? reference() : value(depth: 1) }
        return ["values": .array(values), "before": .boolean(random.oneIn(2))]
    }

    private mutating func filter(depth: Int) -> JSON {
        switch random.int(0...19) {
        case 0...3 where depth < 2:
            var filters: [JSON] = []
            for _ in 0..<random.int((random.oneIn(10) ? 0 : 1)...3) {
                filters.append(filter(depth: depth + 1))
            }
            return ["compositeFilter": ["op": random.pick(["AND", "OR"]), "filters": .array(filters)]]
        case 4...6:
            return [
                "unaryFilter": [
                    "op": random.pick(["IS_NULL", "IS_NAN", "IS_NOT_NULL", "IS_NOT_NAN"]),
                    "field": ["fieldPath": .string(random.pick(Self.fieldPaths))],
                ]
            ]
        default:
            let path = random.pick(Self.fieldPaths + ["__name__"])
            let operation = random.pick(Self.operators)
            let isList = ["IN", "NOT_IN", "ARRAY_CONTAINS_ANY"].contains(operation) && !random.oneIn(20)
            return [
                "fieldFilter": [
                    "field": ["fieldPath": .string(path)], "op": .string(operation),
                    "value": isList ? ["arrayValue": operands(path)] : operand(path),
                ]
            ]
        }
    }

    private mutating func operand(_ path: String) -> JSON {
        path == "__name__" && !random.oneIn(6) ? reference() : value(depth: 1)
    }

    private mutating func operands(_ path: String) -> JSON {
        var values: [JSON] = []
        for _ in 0..<random.int((random.oneIn(10) ? 0 : 1)...3) { values.append(operand(path)) }
        return ["values": .array(values)]
    }
}
