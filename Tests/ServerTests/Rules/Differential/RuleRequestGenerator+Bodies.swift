import HTTPTypes
import JSONText
import TestSupport

extension RuleRequestGenerator {
    // MARK: Documents

    /// A value that a field mostly has, or seldom one of another kind.
    private mutating func value(of field: String) -> JSON {
        if random.oneIn(15) { return value(of: random.pick(Self.fieldNames)) }
        switch field {
        case "owner": return ["stringValue": random.pick(["alice", "alice", "bob", "x"])]
        case "n": return ["integerValue": random.pick(["0", "1", "2", "3", "5"])]
        case "f":
            return ["doubleValue": random.pick([.number("1.0"), .number("2.5"), .number("-0.0"), "NaN"])]
        case "s": return ["stringValue": random.pick(["", "a", "b", "abc"])]
        case "tags":
            let tags = some(0...3, of: ["a", "b", "alice", "bob"]).map {
                ["stringValue": .string($0)] as JSON
            }
            return ["arrayValue": ["values": .array(tags)]]
        case "m":
            let members = some(0...2, of: ["k", "j"]).map { JSON.Member($0, ["integerValue": "1"]) }
            return ["mapValue": ["fields": .object(members)]]
        case "t": return ["timestampValue": random.pick(["2020-01-01T00:00:00Z", "2100-01-01T00:00:00Z"])]
        case "flag": return random.oneIn(8) ? ["nullValue": nil] : ["booleanValue": .boolean(random.oneIn(2))]
        default: return ["referenceValue": "{{documents}}/\(random.pick(["c/a", "d/b", "fixed/a"]))"]
        }
    }

    mutating func fields() -> JSON {
        let names = random.oneIn(3) ? some(0...3, of: Self.fieldNames) : some(3...8, of: Self.fieldNames)
        return .object(names.map { JSON.Member($0, value(of: $0)) })
    }

    /// Documents to begin with.
    mutating func seeds() -> ExchangeRequest {
        let paths = [
            "/c/a", "/c/b", "/c/alice", "/d/a", "/d/b", "/c/a/sub/a", "/c/a/sub/b", "/fixed/a", "/fixed/b",
        ]
        let writes = paths.map { path in
            ["update": ["name": .string("{{documents}}" + path), "fields": fields()]] as JSON
        }
        return ExchangeRequest(
            method: .post, target: "/v1/{{documents}}:commit", body: .json(["writes": .array(writes)]))
    }

    // MARK: Writes

    mutating func write() -> JSON {
        let name = name()
        var members: [JSON.Member]
        switch random.int(0...9) {
        case 0...5:
            members = [JSON.Member("update", ["name": name, "fields": fields()])]
            if random.oneIn(2) {
                let paths = some(0...3, of: Self.fieldNames + ["m.k"]).map(JSON.string)
                members.append(JSON.Member("updateMask", ["fieldPaths": .array(paths)]))
            }
            if random.oneIn(3) { members.append(JSON.Member("updateTransforms", transforms())) }
        case 6, 7:
            // What get() is asked for is not deleted: what it says of a missing document is a known difference.
            let other = random.pick(["c/a", "c/b", "d/a", "c/x", "c/a/sub/a"])
            members = [JSON.Member("delete", "{{documents}}/\(other)")]
        case 8: members = [JSON.Member("transform", ["document": name, "fieldTransforms": transforms()])]
        default:
            return ["verify": name, "currentDocument": ["exists": true]]
        }
        if random.oneIn(3) {
            members.append(JSON.Member("currentDocument", ["exists": .boolean(!random.oneIn(3))]))
        }
        return .object(members)
    }

    private mutating func transforms() -> JSON {
        let transforms: [(String, JSON.Member)] = [
            ("t", JSON.Member("setToServerValue", "REQUEST_TIME")),
            ("t", JSON.Member("setToServerValue", "REQUEST_TIME")),
            ("n", JSON.Member("increment", ["integerValue": "1"])),
            ("m.k", JSON.Member("increment", ["doubleValue": .number("0.5")])),
            ("tags", JSON.Member("appendMissingElements", ["values": [["stringValue": "alice"]]])),
            ("tags", JSON.Member("removeAllFromArray", ["values": [["stringValue": "a"]]])),
            ("n", JSON.Member("maximum", ["integerValue": "3"])),
        ]
        return .array(
            some(1...2, of: transforms).map { field, transform in
                .object([JSON.Member("fieldPath", .string(field)), transform])
            })
    }

    // MARK: Queries

    mutating func query() -> JSON {
        var selector = [JSON.Member("collectionId", .string(random.pick(["c", "c", "d", "sub", "e"])))]
        if random.oneIn(4) { selector.append(JSON.Member("allDescendants", true)) }
        var members = [JSON.Member("from", [.object(selector)])]
        if random.int(0...9) < 7, let filter = filter(depth: 0).filterWithoutDoubts {
            members.append(JSON.Member("where", filter))
        }
        if random.oneIn(3) {
            let order: JSON = [
                "field": ["fieldPath": .string(random.pick(["n", "s", "m.k"]))],
                "direction": random.pick(["ASCENDING", "DESCENDING"]),
            ]
            members.append(JSON.Member("orderBy", [order]))
        }
        if random.oneIn(2) { members.append(JSON.Member("limit", random.pick([1, 2, 5, 0]))) }
        if random.oneIn(6) { members.append(JSON.Member("offset", 1)) }
        return .object(members)
    }

    private mutating func filter(depth: Int) -> JSON {
        switch random.int(0...11) {
        case 0...3 where depth < 2:
            let filters = (0..<random.int(1...3)).map { _ in filter(depth: depth + 1) }
            return [
                "compositeFilter": [
                    "op": random.pick(["AND", "AND", "OR"]), "filters": .array(filters),
                ]
            ]
        case 4:
            return [
                "unaryFilter": [
                    "op": random.pick(["IS_NULL", "IS_NOT_NULL", "IS_NAN", "IS_NOT_NAN"]),
                    "field": ["fieldPath": .string(random.pick(Self.fieldNames))],
                ]
            ]
        case 5:
            return comparison(
                "tags", random.pick(["ARRAY_CONTAINS"]), ["stringValue": random.pick(["a", "alice"])])
        case 6:
            let operation = random.pick(["IN", "IN", "NOT_IN", "ARRAY_CONTAINS_ANY"])
            let field = operation == "ARRAY_CONTAINS_ANY" ? "tags" : random.pick(["owner", "n", "s"])
            let element = operation == "ARRAY_CONTAINS_ANY" ? "s" : field
            let values = (0..<random.int(1...3)).map { _ in value(of: element) }
            return comparison(field, operation, ["arrayValue": ["values": .array(values)]])
        case 7:
            let name: JSON = ["referenceValue": "{{documents}}/c/\(random.pick(["a", "b"]))"]
            return comparison("__name__", random.pick(["EQUAL", "GREATER_THAN"]), name)
        default:
            let field = random.pick(["owner", "owner", "n", "n", "f", "s", "m.k", "flag", "t"])
            let operation = random.pick([
                "EQUAL", "EQUAL", "EQUAL", "NOT_EQUAL", "LESS_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN",
                "GREATER_THAN_OR_EQUAL",
            ])
            return comparison(field, operation, value(of: field == "m.k" ? "n" : field))
        }
    }

    private func comparison(_ field: String, _ operation: String, _ value: JSON) -> JSON {
        [
            "fieldFilter": [
                "field": ["fieldPath": .string(field)], "op": .string(operation), "value": value,
            ]
        ]
    }
}
