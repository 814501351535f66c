import FirestoreModel

extension Document {
    /// The same document in another database. References to documents of its own database follow it there.
    func moved(to database: DatabaseID) -> Document {
        let old = name.database
        if old == database { return self }
        var document = self
        document.name = DocumentName(database, name.path)
        document.fields = fields.moved(from: old, to: database)
        return document
    }
}

extension MapValue {
    fileprivate func moved(from old: DatabaseID, to new: DatabaseID) -> MapValue {
        MapValue(pairs: map { ($0.name, $0.value.moved(from: old, to: new)) })
    }
}

extension Value {
    fileprivate func moved(from old: DatabaseID, to new: DatabaseID) -> Value {
        switch self {
        case .reference(let name) where name.database == old: .reference(DocumentName(new, name.path))
        case .array(let elements): .array(elements.map { $0.moved(from: old, to: new) })
        case .map(let fields): .map(fields.moved(from: old, to: new))
        case .null, .boolean, .integer, .double, .timestamp, .string, .bytes, .reference, .geoPoint: self
        }
    }
}
