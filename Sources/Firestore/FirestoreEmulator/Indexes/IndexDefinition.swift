import FirestoreModel

/// The sort key of an index: some fields of the documents, then their ids.
struct IndexDefinition: Hashable, Sendable {
    /// One field of the key.
    enum Part: Hashable, Sendable {
        /// The field's value.
        case value(FieldPath, isDescending: Bool)
        /// Each element of the field's array: the document is in the index once for each.
        case element(FieldPath)
    }

    let parts: [Part]

    /// The keys of a document in the index; none if it lacks a field.
    func keys(of document: StoredDocument) -> [OrderedBytes] {
        var keys = [OrderedBytes()]
        for part in parts {
            switch part {
            case .value(let path, let isDescending):
                guard let value = document.fields[path] else { return [] }
                for index in keys.indices { keys[index].append(value, isDescending: isDescending) }
            case .element(let path):
                guard case .array(let elements)? = document.fields[path] else { return [] }
                var seen: Set<OrderedBytes> = []
                keys = keys.flatMap { key in
                    elements.compactMap { element in
                        var longer = key
                        longer.append(element)
                        return seen.insert(longer).inserted ? longer : nil
                    }
                }
            }
        }
        for index in keys.indices { keys[index].append(document.name.path.id) }
        return keys
    }
}
