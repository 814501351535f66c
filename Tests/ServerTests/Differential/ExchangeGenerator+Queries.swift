import JSONText
import TestSupport

extension ExchangeGenerator {
    private static let operators = [
        "EQUAL", "NOT_EQUAL", "LESS_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN", "GREATER_THAN_OR_EQUAL",
        "ARRAY_CONTAINS", "IN", "NOT_IN", "ARRAY_CONTAINS_ANY",
    ]

    /// A query of a collection, or of any one.
    mutating func query(in collection: String? = nil) -> JSON {
        var members: [JSON.Member] = []
        func add(_ name: String, _ value: JSON) { members.append(JSON.Member(name, value)) }
        add("from", collection == nil && random.oneIn(40) ? [] : selectors(collection))
        if random.int(0...9) < 7, let filter = filter(depth: 0).filterWithoutDoubts { add("where", filter) }
        let orders = orders()
        if !orders.isEmpty { add("orderBy", .array(orders.map { order($0) })) }
        for name in ["startAt", "endAt"] where random.oneIn(4) { add(name, cursor(for: orders)) }
        if random.oneIn(3) {
            add("limit", random.oneIn(6) ? random.pick([0, -1, 99]) : random.pick([1, 2, 5]))
        }
        if random.oneIn(5) { add("offset", random.pick([0, 1, 2])) }
        if slips(20) { add(random.pick(["limit", "offset"]), oddNumber()) }
        if random.oneIn(3) {
            let paths = some(0...2, of: Self.fieldPaths + ["__name__"]) + (slips(6) ? [fieldPath()] : [])
            add("select", ["fields": .array(paths.map { ["fieldPath": .string($0)] })])
        }
        if collection == nil, random.oneIn(30) { add("findNearest", search()) }
        return .object(members)
    }

    private mutating func selectors(_ collection: String?) -> JSON {
        let id = slips(15) ? oddID() : random.pick(["c", "c", "c", "d", "sub"])
        var selector = [JSON.Member("collectionId", .string(collection ?? id))]
        if collection == nil, random.oneIn(5) { selector.append(JSON.Member("allDescendants", true)) }
        let selectors: [JSON] = [.object(selector)]
        return .array(slips(30) ? selectors + selectors : selectors)
    }

    /// A search by vectors.
    private mutating func search() -> JSON {
        var members: [JSON.Member] = [
            JSON.Member("vectorField", ["fieldPath": .string(random.pick(["v", "v", "n", "s"]))]),
            JSON.Member("queryVector", slips(4) ? value() : vector()),
            JSON.Member("distanceMeasure", random.pick(["EUCLIDEAN", "COSINE", "DOT_PRODUCT"])),
            JSON.Member("limit", slips(4) ? oddNumber() : random.pick([1, 2, 10])),
        ]
        if random.oneIn(3) {
            members.append(JSON.Member("distanceResultField", random.pick(["dist", "n", "s"])))
        }
        if random.oneIn(4) {
            members.append(JSON.Member("distanceThreshold", random.pick([1, 0, .number("2.5")])))
        }
        return .object(members)
    }

    // MARK: Aggregations

    /// A query of which only figures are wanted.
    mutating func aggregation() -> JSON {
        var aggregations: [JSON] = []
        for _ in 0..<random.int((slips(8) ? 0 : 1)...3) {
            var members = [anAggregation()]
            if random.oneIn(3) {
                members.append(
                    JSON.Member("alias", .string(slips(4) ? oddName() : random.pick(["x", "y", "x y"]))))
            }
            aggregations.append(.object(members))
        }
        return ["structuredQuery": query(), "aggregations": .array(aggregations)]
    }

    private mutating func anAggregation() -> JSON.Member {
        switch random.int(0...3) {
        case 0: JSON.Member("count", [:])
        case 1: JSON.Member("count", ["upTo": random.pick([2, "1", 0, "3", slips(3) ? oddNumber() : 2])])
        case 2: JSON.Member("sum", ["field": ["fieldPath": .string(fieldPath())]])
        default: JSON.Member("avg", ["field": ["fieldPath": .string(fieldPath())]])
        }
    }

    // MARK: Orders

    private mutating func orders() -> [String] {
        var paths = some(0...random.pick([0, 1, 1, 2]), of: Self.fieldPaths + ["__name__"])
        if random.oneIn(6) { paths.append("__name__") }
        if slips(10) { paths.append(fieldPath()) }
        return paths
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
        let fields = (orders.isEmpty ? ["__name__"] : orders).prefix(random.pick([1, 1, 2, 3]))
        var values = fields.map { $0 == "__name__" && !random.oneIn(20) ? reference() : value(depth: 1) }
        if slips(6) { values.append(random.oneIn(2) ? reference() : value(depth: 1)) }
        return ["values": .array(values), "before": .boolean(random.oneIn(2))]
    }

    // MARK: Filters

    private mutating func filter(depth: Int) -> JSON {
        switch random.int(0...19) {
        case 0...3 where depth < 3:
            var filters: [JSON] = []
            for _ in 0..<random.int((random.oneIn(10) ? 0 : 1)...3) {
                filters.append(filter(depth: depth + 1))
            }
            return [
                "compositeFilter": [
                    "op": random.pick(["AND", "OR"]), "filters": .array(filters),
                ]
            ]
        case 4...6:
            return [
                "unaryFilter": [
                    "op": random.pick(["IS_NULL", "IS_NAN", "IS_NOT_NULL", "IS_NOT_NAN"]),
                    "field": ["fieldPath": .string(fieldPath())],
                ]
            ]
        default:
            let path = random.oneIn(10) ? "__name__" : fieldPath()
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
        path == "__name__" && !random.oneIn(6) ? reference() : value(depth: random.pick([0, 1]))
    }

    private mutating func operands(_ path: String) -> JSON {
        var values: [JSON] = []
        for _ in 0..<random.int((random.oneIn(10) ? 0 : 1)...random.pick([3, 3, 3, slips(3) ? 31 : 3])) {
            values.append(operand(path))
        }
        return ["values": .array(values)]
    }
}
