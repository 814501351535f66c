import FirestoreModel

/// A document as rules see one: `data`, `id` and `__name__`.
final class ResourceRecord: RuleRecord {
    private let data: RuleMap
    private let database: DatabaseID
    /// Nil for the unknown documents of a list.
    private let path: DocumentPath?

    init(data: RuleMap, path: DocumentPath?, in database: DatabaseID) {
        self.data = data
        self.path = path
        self.database = database
    }

    var names: [FieldName] { path == nil ? ["data"] : ["data", "id", "__name__"] }

    func value(_ name: FieldName) -> RuleValue? {
        switch name.string {
        case "data": .map(data)
        case "id": path.map { .string($0.id.string) }
        case "__name__": path.map { .path(RulePath(document: DocumentName(database, $0))) }
        default: nil
        }
    }
}

extension RuleValue {
    /// A stored document, or null where there is none.
    static func document(_ fields: MapValue?, at path: DocumentPath, in database: DatabaseID) -> RuleValue {
        guard let fields else { return .null }
        return .map(
            RuleMap(record: ResourceRecord(data: RuleMap(stored: fields), path: path, in: database)))
    }
}
