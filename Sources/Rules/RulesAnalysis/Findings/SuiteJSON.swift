import CoreValues
import FirestoreModel
import FirestoreRules
import JSONText

/// Scenarios in the form of suites, as a tree that is written as YAML or JSON.
enum SuiteJSON {
    static func fields(_ fields: MapValue) -> JSON {
        .object(fields.map { JSON.Member($0.name.string, value($0.value)) })
    }

    static func value(_ value: Value) -> JSON {
        switch value {
        case .null: .null
        case .boolean(let bool): .boolean(bool)
        case .integer(let int): .number(String(int))
        case .double(let double): number(double)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map { self.value($0) })
        case .map(let fields): map(fields)
        case .timestamp(let time): tagged("$timestamp", .string(time.description))
        case .bytes(let bytes): tagged("$bytes", .string(Base64.encode(bytes)))
        case .reference(let name): tagged("$reference", .string(name.path.description))
        case .geoPoint(let point):
            tagged("$geoPoint", .array([number(point.latitude), number(point.longitude)]))
        }
    }

    private static func map(_ fields: MapValue) -> JSON {
        guard let numbers = Value.map(fields).vector else { return self.fields(fields) }
        return tagged("$vector", .array(numbers.map { number($0) }))
    }

    private static func number(_ double: Double) -> JSON {
        if double.isNaN { return tagged("$double", .string("NaN")) }
        if double.isInfinite { return tagged("$double", .string(double < 0 ? "-Infinity" : "Infinity")) }
        return .number("\(double)")
    }

    private static func tagged(_ tag: String, _ value: JSON) -> JSON { .object([JSON.Member(tag, value)]) }

    /// An operator of a query as suites write it.
    static func word(_ operation: Filter.FieldOperator) -> String {
        switch operation {
        case .lessThan: "<"
        case .lessThanOrEqual: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqual: ">="
        case .equal: "=="
        case .notEqual: "!="
        case .arrayContains: "array-contains"
        case .in: "in"
        case .arrayContainsAny: "array-contains-any"
        case .notIn: "not-in"
        }
    }

    // MARK: Requests

    /// The documents by path.
    static func documents(_ world: World) -> JSON {
        .object(
            world.documents.sorted { $0.path < $1.path }.map {
                JSON.Member($0.path.description, fields($0.fields))
            })
    }

    static func user(_ user: AnalysedRequest.User?) -> JSON {
        guard let user else { return .string("nobody") }
        if user.claims.isEmpty, user.uid != "nobody", user.uid != "admin" { return .string(user.uid) }
        return .object([JSON.Member("uid", .string(user.uid)), JSON.Member("token", fields(user.claims))])
    }

    /// The members of a case that say what is asked for: the method with its path, and data.
    static func operation(_ scenario: Scenario) -> [JSON.Member] {
        let request = scenario.request
        let path = JSON.string(request.document.description)
        switch request.method {
        case .get: return [JSON.Member("get", path)]
        case .delete: return [JSON.Member("delete", path)]
        case .create:
            let data = request.data.map { JSON.Member($0.name.string, written($0.value, at: request.time)) }
            return [JSON.Member("create", path), JSON.Member("data", .object(data))]
        case .update:
            return [JSON.Member("update", path), JSON.Member("data", .object(changes(scenario)))]
        case .list: return [list(request)]
        }
    }

    private static func list(_ request: AnalysedRequest) -> JSON.Member {
        let (collection, query) = (request.document.collection, request.query)
        if query == AnalysedRequest.Query() { return JSON.Member("list", .string(collection.description)) }
        var members = [
            query.isGroup
                ? JSON.Member("group", .string(collection.id.string))
                : JSON.Member("collection", .string(collection.description))
        ]
        let tests = request.filters.compactMap { filter -> JSON? in
            guard case .field(let field, let operation, let tested) = filter else { return nil }
            return .array([.string(field.description), .string(word(operation)), value(tested)])
        }
        if !tests.isEmpty {
            members.append(JSON.Member("where", .array(tests)))
        }
        if let limit = query.limit { members.append(JSON.Member("limit", .number(String(limit)))) }
        return JSON.Member("query", .object(members))
    }

    /// The fields that an update changes. Keys of updates are paths.
    private static func changes(_ scenario: Scenario) -> [JSON.Member] {
        let request = scenario.request
        let (old, new) = (scenario.world[request.document] ?? [:], request.data)
        return Set(old.names).union(new.names).sorted().filter { old[$0] != new[$0] }.map { name in
            let value = new[name].map { written($0, at: request.time) } ?? tagged("$delete", .boolean(true))
            return JSON.Member(FieldPath(names: [name]).description, value)
        }
    }

    /// A field that a request writes. The time of the request is the server's.
    private static func written(_ value: Value, at time: Timestamp) -> JSON {
        value == .timestamp(time) ? tagged("$serverTimestamp", .boolean(true)) : self.value(value)
    }
}
