import FirestoreModel

/// A document as rules see it: `data`, `id` and `__name__`.
final class ResourceRecord: RuleRecord {
    let data: RuleMap
    private let database: DatabaseID
    /// Nil for the unknown documents of a list.
    private let path: DocumentPath?
    /// Whether an unknown document has a name, and the names that it must equal.
    private let hasName: Bool
    private let equalNames: [DocumentPath]

    init(data: RuleMap, path: DocumentPath, in database: DatabaseID) {
        self.data = data
        self.path = path
        self.database = database
        hasName = true
        equalNames = []
    }

    /// The documents that a list might find.
    ///
    /// - Parameters:
    ///   - hasName: Whether the query says something about names.
    ///   - equalNames: The names that it requires.
    init(data: RuleMap, hasName: Bool, equalNames: [DocumentPath], in database: DatabaseID) {
        self.data = data
        path = nil
        self.database = database
        self.hasName = hasName
        self.equalNames = equalNames
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
            path.map(value)
                ?? (hasName ? .constraint(FieldConstraint(equalNames.map { .init(.equal, value($0)) })) : nil)
        default: nil
        }
    }

    private func value(_ path: DocumentPath) -> RuleValue {
        .path(RulePath(document: DocumentName(database, path)))
    }
}

extension RuleValue {
    /// A stored document, or null if it does not exist.
    static func document(_ fields: MapValue?, at path: DocumentPath, in database: DatabaseID) -> RuleValue {
        guard let fields else { return .null }
        return .map(
            RuleMap(record: ResourceRecord(data: RuleMap(stored: fields), path: path, in: database)))
    }
}
