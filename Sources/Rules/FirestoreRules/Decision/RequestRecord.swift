import FirestoreModel
import OrderedCollections

/// The `request` variable for one operation and method.
final class RequestRecord: RuleRecord {
    private let shared: SharedRequest
    /// The index of the operation in the request.
    private let index: Int
    private let method: RulesMethod
    /// `request.resource` of a write.
    private let resource: Outcome
    /// The document that a query names.
    private let document: DocumentPath?

    init(_ shared: SharedRequest, operation index: Int, _ method: RulesMethod, _ subject: Subject) {
        self.shared = shared
        self.index = index
        self.method = method
        resource = subject.resourceAfter.outcome(in: shared.request.database)
        document = subject.namedDocument
    }

    private var request: RulesRequest { shared.request }
    private var operation: RulesOperation { request.operations[index] }
    private var database: DatabaseID { request.database }

    private static let readNames: [FieldName] = [
        "auth", "fields", "headers", "inTransaction", "method", "path", "time",
    ]
    private static let listNames: [FieldName] = [
        "auth", "fields", "headers", "inTransaction", "method", "path", "query", "time",
    ]
    private static let writeNames: [FieldName] = [
        "auth", "headers", "inTransaction", "method", "path", "readFields", "resource", "time", "transforms",
        "writeFields",
    ]
    private static let createNames = (writeNames + ["autoId"]).sorted()

    var names: [FieldName] {
        switch operation {
        case .get: RequestRecord.readNames
        case .list: RequestRecord.listNames
        case .write(let write):
            switch write.kind {
            case .verify: knowsResource ? RequestRecord.writeNames : RequestRecord.readNames
            case .set where write.exists == false: RequestRecord.createNames
            case .set, .delete: RequestRecord.writeNames
            }
        }
    }

    func value(_ name: FieldName) throws(EvaluationFailure) -> RuleValue? {
        switch name.string {
        case "auth": return request.auth.map { .map(RuleMap(record: AuthRecord($0))) } ?? .null
        case "headers": return .map(RuleMap([:]))
        case "inTransaction": return .bool(request.isInTransaction)
        case "method": return .string(method.rawValue)
        case "path": return try path()
        case "time": return .timestamp(request.time)
        default: return try ofOperation(name)
        }
    }

    private func ofOperation(_ name: FieldName) throws(EvaluationFailure) -> RuleValue? {
        switch (operation, name.string) {
        case (.get, "fields"): return .null
        case (.list(let list), "fields"): return list.fields.map(strings) ?? .null
        case (.list(let list), "query"): return .map(RuleMap(record: QueryRecord(list, in: database)))
        case (.write(let write), "resource") where write.kind == .verify: return try resource.get()
        case (.write(let write), "fields") where write.kind == .verify: return knowsResource ? nil : .null
        case (.write(let write), _) where write.kind == .verify && !knowsResource: return nil
        case (.write, "resource"): return try resource.get()
        case (.write, "readFields"): return .null
        case (.write(let write), "autoId"): return write.exists == false ? .bool(false) : nil
        case (.write(let write), "transforms"):
            return write.transforms.isEmpty ? .null : strings(write.transforms)
        case (.write(let write), "writeFields"):
            let mask = write.maskPaths ?? []
            // A path below another one adds nothing to it.
            let outermost = mask.filter { path in !mask.contains { $0 != path && $0.isPrefix(of: path) } }
            let paths = write.transforms + outermost.inJavaHashOrder.map(\.description)
            return write.maskPaths == nil && paths.isEmpty ? .null : strings(paths)
        default: return nil
        }
    }

    private var knowsResource: Bool {
        if case .value = resource { true } else { false }
    }

    private func path() throws(EvaluationFailure) -> RuleValue {
        switch operation {
        case .get(let path): return .path(RulePath(document: DocumentName(database, path)))
        case .write(let write): return .path(RulePath(document: DocumentName(database, write.path)))
        case .list(let list):
            // A name that the filters fix is known even before the document is looked at.
            if let document {
                return .path(RulePath(document: DocumentName(database, document)))
            }
            if list.allDescendants || list.collectionID == nil { throw .unknown }
            return .path(RulePath(literals: list.knownSegments(in: database)))
        }
    }

    private func strings(_ texts: [String]) -> RuleValue { .list(RuleList(texts.map { .string($0) })) }
}

/// `request.auth`
private final class AuthRecord: RuleRecord {
    private let auth: RulesAuth

    init(_ auth: RulesAuth) {
        self.auth = auth
    }

    var names: [FieldName] { ["token", "uid"] }

    func value(_ name: FieldName) -> RuleValue? {
        switch name.string {
        case "uid": auth.uid.map { .string($0) } ?? .null
        case "token": .map(auth.token)
        default: nil
        }
    }
}

extension ListOperation {
    /// The segments that are known of what is listed: with the collection, unless it may lie at any depth.
    func knownSegments(in database: DatabaseID) -> [String] {
        ["databases", database.database, "documents"] + (parent?.segments.map(\.string) ?? [])
            + (allDescendants ? [] : collectionID.map { [$0.string] } ?? [])
    }
}
