import FirestoreModel

/// A document as rules see one: `data`, `id` and `__name__`.
final class ResourceRecord: RuleRecord {
    let data: RuleMap
    private let database: DatabaseID
    /// Nil for the unknown documents of a list.
    private let path: DocumentPath?
    /// Whether an unknown document has a name of which nothing is known.
    private let hasName: Bool

    init(data: RuleMap, path: DocumentPath, in database: DatabaseID) {
        self.data = data
        self.path = path
        self.database = database
        hasName = true
    }

    /// What a list may find.
    init(data: RuleMap, hasName: Bool, in database: DatabaseID) {
        self.data = data
        path = nil
        self.database = database
        self.hasName = hasName
    }

    var names: [FieldName] {
        if path != nil { return ["data", "id", "__name__"] }
        return hasName ? ["data", "__name__"] : ["data"]
    }

    func value(_ name: FieldName) -> RuleValue? {
        switch name.string {
        case "data": .map(data)
        case "id": path.map { .string($0.id.string) }
        case "__name__":
            path.map { .path(RulePath(document: DocumentName(database, $0))) }
                ?? (hasName ? .constraint(FieldConstraint([])) : nil)
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
