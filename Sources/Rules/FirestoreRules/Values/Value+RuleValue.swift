package import FirestoreModel

extension Value {
    /// The stored form of a value of the rules; nil for a value that no document can hold.
    ///
    /// - Parameter database: The database of references.
    package init?(_ value: RuleValue, in database: DatabaseID) {
        switch value {
        case .null: self = .null
        case .bool(let bool): self = .boolean(bool)
        case .int(let int): self = .integer(int)
        case .float(let float): self = .double(float)
        case .string(let text): self = .string(text)
        case .bytes(let bytes): self = .bytes(bytes)
        case .timestamp(let time): self = .timestamp(time)
        case .latlng(let point): self = .geoPoint(point)
        case .list(let list): self.init(elements: list, in: database)
        case .set(let set): self.init(elements: set.elements, in: database)
        case .map(let map):
            guard let fields = MapValue(map, in: database) else { return nil }
            self = .map(fields)
        case .path(let path):
            guard let document = DocumentPath(path) else { return nil }
            self = .reference(DocumentName(database, document))
        case .vector(let numbers):
            self = .map(["__type__": "__vector__", "value": .array(numbers.map { .double($0) })])
        case .duration, .mapDiff, .constraint: return nil
        }
    }

    private init?(elements: RuleList, in database: DatabaseID) {
        var values: [Value] = []
        for element in elements {
            guard let value = Value(element, in: database) else { return nil }
            values.append(value)
        }
        self = .array(values)
    }
}

extension MapValue {
    /// The stored form of a map of the rules; nil for one with a value that no document can hold.
    ///
    /// - Parameter database: The database of references.
    package init?(_ map: RuleMap, in database: DatabaseID) {
        self.init()
        for name in map.names {
            guard let inner = try? map.value(name), let value = Value(inner, in: database) else { return nil }
            self[name] = value
        }
    }
}

extension DocumentPath {
    /// The document that a path of the rules leads to.
    package init?(_ path: RulePath) {
        guard let texts = try? path.boundSegments().map(\.text), texts.count > 3, texts[0] == "databases",
            texts[2] == "documents", !texts[3...].contains(where: { ResourceID($0).problem != nil })
        else { return nil }
        self.init(segments: texts[3...].map { ResourceID($0) })
    }
}
