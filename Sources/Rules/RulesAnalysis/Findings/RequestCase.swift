import AnalysisCore
import CoreValues
package import FirestoreModel
import JSONText
import PrintableText

/// A request that was sent, as a case of a suite that expects the same decision.
package struct RequestCase: Sendable {
    /// What was asked for.
    package enum Operation: Sendable {
        case get([DocumentPath])
        case query(StructuredQuery, parent: DocumentPath?)
        case commit([Write])
    }

    /// The claims of the signed-in user; nil if nobody was.
    private let claims: MapValue?
    /// The documents before the request.
    private let documents: [Document]
    private let operation: Operation
    private let isAllowed: Bool

    package init(claims: MapValue?, documents: [Document], operation: Operation, isAllowed: Bool) {
        self.claims = claims
        self.documents = documents
        self.operation = operation
        self.isAllowed = isAllowed
    }

    /// Who may or may not do what: `bob may not update rooms/a`.
    package var name: String {
        "\(user?.printable(limit: 60) ?? "nobody") \(isAllowed ? "may" : "may not") \(action)"
    }

    /// The case as an element of the list of cases, in YAML; nil for a request that suites cannot send.
    package var text: String? { json.map { SuiteText.lines(of: $0) } }

    private var json: JSON? {
        guard let operation = operationMember else { return nil }
        var members = [JSON.Member("name", .string(name))]
        if !documents.isEmpty {
            let given = documents.map { ($0.name.path, $0.fields) }.sorted { $0.0 < $1.0 }
            members.append(
                JSON.Member(
                    "given",
                    .object(given.map { JSON.Member($0.0.description, SuiteJSON.fields($0.1)) })))
        }
        members.append(JSON.Member("as", requester))
        members += operation
        members.append(JSON.Member("expect", .string(isAllowed ? "allowed" : "denied")))
        return .object(members)
    }

    // MARK: Who

    private var user: String? { (claims?["sub"] ?? claims?["user_id"])?.text }

    /// Claims that suites make by themselves.
    private static let usual: [FieldName] = ["sub", "user_id", "iss", "aud", "iat", "exp", "auth_time"]

    private var requester: JSON {
        guard let claims else { return .string("nobody") }
        var token = claims
        for name in RequestCase.usual { token[name] = nil }
        if case .map(let firebase)? = token["firebase"], firebase["sign_in_provider"] == .string("custom") {
            token["firebase"] = nil
        }
        let uid = user ?? ""
        if token.isEmpty, !uid.isEmpty, !["nobody", "admin"].contains(uid) { return .string(uid) }
        return .object([JSON.Member("uid", .string(uid)), JSON.Member("token", SuiteJSON.fields(token))])
    }

    // MARK: What

    private var action: String {
        switch operation {
        case .get(let paths): "get \(RequestCase.list(paths))"
        case .query(let query, let parent):
            "list \(RequestCase.collection(of: query, parent).printable(limit: 120))"
        case .commit(let writes):
            switch writes.count {
            case 1: "\(verb(of: writes[0])) \(RequestCase.list([writes[0].name.path]))"
            default: "write \(RequestCase.list(writes.map(\.name.path)))"
            }
        }
    }

    private static func list(_ paths: [DocumentPath]) -> String {
        let rest = paths.count > 2 ? " and \(paths.count - 2) more" : ""
        return paths.prefix(2).map { $0.description.printable(limit: 120) }.joined(separator: ", ") + rest
    }

    private static func collection(of query: StructuredQuery, _ parent: DocumentPath?) -> String {
        let id = query.from.first?.collectionID ?? ""
        if query.from.first?.allDescendants == true { return id }
        return parent.map { "\($0)/\(id)" } ?? id
    }

    private var operationMember: [JSON.Member]? {
        switch operation {
        case .get(let paths):
            let gets = paths.map { JSON.Member("get", .string($0.description)) }
            return paths.count == 1 ? gets : [JSON.Member("transaction", .array(gets.map { .object([$0]) }))]
        case .query(let query, let parent): return RequestCase.members(of: query, parent)
        case .commit(let writes):
            let members = writes.map { self.members(of: $0) }
            if members.count == 1 { return members[0] }
            let all = members.compactMap { $0 }
            return all.count < members.count
                ? nil : [JSON.Member("batch", .array(all.map { .object($0) }))]
        }
    }

    // MARK: Queries

    private static func members(of query: StructuredQuery, _ parent: DocumentPath?) -> [JSON.Member]? {
        guard query.from.count == 1, let selector = query.from.first, !selector.collectionID.isEmpty,
            query.startAt == nil, query.endAt == nil, query.findNearest == nil
        else { return nil }
        let path = collection(of: query, parent)
        let orders = query.orderBy.filter { $0.field != .documentID() }
        if !selector.allDescendants, query.filter == nil, orders.isEmpty, query.limit == nil,
            query.offset == 0
        {
            return [JSON.Member("list", .string(path))]
        }
        var members: [JSON.Member] = []
        if selector.allDescendants {
            members.append(JSON.Member("group", .string(selector.collectionID)))
            if let parent { members.append(JSON.Member("parent", .string(parent.description))) }
        } else {
            members.append(JSON.Member("collection", .string(path)))
        }
        if let filter = query.filter {
            let tests: [Filter] = if case .and(let filters) = filter { filters } else { [filter] }
            members.append(JSON.Member("where", .array(tests.map { condition($0) })))
        }
        if !orders.isEmpty {
            let words = orders.map { "\($0.field)\($0.direction == .descending ? " desc" : "")" }
            members.append(JSON.Member("orderBy", .array(words.map { .string($0) })))
        }
        if let limit = query.limit { members.append(JSON.Member("limit", .number(String(limit)))) }
        if query.offset > 0 { members.append(JSON.Member("offset", .number(String(query.offset)))) }
        return [JSON.Member("query", .object(members))]
    }

    private static func condition(_ filter: Filter) -> JSON {
        func test(_ field: FieldPath, _ word: String, _ value: Value) -> JSON {
            .array([.string(field.description), .string(word), SuiteJSON.value(value)])
        }
        switch filter {
        case .and(let filters): return .object([JSON.Member("and", .array(filters.map { condition($0) }))])
        case .or(let filters): return .object([JSON.Member("or", .array(filters.map { condition($0) }))])
        case .field(let field, let operation, let value):
            return test(field, SuiteJSON.word(operation), value)
        case .unary(let field, let operation):
            switch operation {
            case .isNull: return test(field, "==", .null)
            case .isNotNull: return test(field, "!=", .null)
            case .isNaN: return test(field, "==", .double(.nan))
            case .isNotNaN: return test(field, "!=", .double(.nan))
            }
        }
    }

    // MARK: Writes

    private func verb(of write: Write) -> String {
        switch write.operation {
        case .delete: "delete"
        case .verify: "read"
        case .transform: exists(write) ? "update" : "set"
        case .update(_, _, nil): write.precondition == .exists(false) ? "create" : "set"
        case .update(_, _, .some):
            exists(write) || write.precondition == .exists(true) ? "update" : "merge"
        }
    }

    private func exists(_ write: Write) -> Bool { documents.contains { $0.name.path == write.name.path } }

    /// The members of a write; nil for one that only verifies a document.
    private func members(of write: Write) -> [JSON.Member]? {
        var data = SuiteData(isByPath: verb(of: write) == "update")
        switch write.operation {
        case .verify: return nil
        case .delete: break
        case .transform: break
        case .update(_, let fields, nil):
            for field in fields { data.set(FieldPath(names: [field.name]), SuiteJSON.value(field.value)) }
        case .update(_, let fields, let mask?):
            for path in mask.fieldPaths {
                data.set(path, fields[path].map { SuiteJSON.value($0) } ?? SuiteData.deletion)
            }
        }
        for transform in write.transforms {
            data.set(transform.field, SuiteData.json(of: transform.operation))
        }
        let target = JSON.Member(verb(of: write), .string(write.name.path.description))
        if case .delete = write.operation { return [target] }
        return [target, JSON.Member("data", data.json)]
    }
}

/// The data of a write of a suite.
private struct SuiteData {
    static let deletion = JSON.object([JSON.Member("$delete", .boolean(true))])

    /// Whether keys are paths, as in an update; otherwise maps are inside maps.
    let isByPath: Bool
    private var members: [JSON.Member] = []

    init(isByPath: Bool) {
        self.isByPath = isByPath
    }

    var json: JSON { .object(members) }

    mutating func set(_ path: FieldPath, _ value: JSON) {
        if isByPath {
            members.append(JSON.Member(path.description, value))
        } else {
            members = SuiteData.setting(path.names.map(\.string)[...], value, in: members)
        }
    }

    private static func setting(
        _ names: ArraySlice<String>, _ value: JSON, in members: [JSON.Member]
    ) -> [JSON.Member] {
        guard let first = names.first else { return members }
        var members = members
        let index = members.firstIndex { $0.name == first }
        var content = value
        if names.count > 1 {
            var inner: [JSON.Member] = []
            if let index, case .object(let known) = members[index].value { inner = known }
            content = .object(setting(names.dropFirst(), value, in: inner))
        }
        if let index {
            members[index] = JSON.Member(first, content)
        } else {
            members.append(JSON.Member(first, content))
        }
        return members
    }

    static func json(of transform: FieldTransform.Operation) -> JSON {
        func tagged(_ tag: String, _ value: JSON) -> JSON { .object([JSON.Member(tag, value)]) }
        func list(_ values: [Value]) -> JSON { .array(values.map { SuiteJSON.value($0) }) }
        return switch transform {
        case .setToServerTime: tagged("$serverTimestamp", .boolean(true))
        case .increment(let value): tagged("$increment", SuiteJSON.value(value))
        case .maximum(let value): tagged("$maximum", SuiteJSON.value(value))
        case .minimum(let value): tagged("$minimum", SuiteJSON.value(value))
        case .appendMissingElements(let values): tagged("$arrayUnion", list(values))
        case .removeAllFromArray(let values): tagged("$arrayRemove", list(values))
        }
    }
}

extension Value {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
