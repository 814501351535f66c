import FirestoreModel
import SortedMaps

/// The documents of a collection in the order of an index. A value, like the whole state.
struct CollectionIndex: Sendable {
    let definition: IndexDefinition
    /// The ids of the documents; their versions are in the collection, so a write to other fields changes nothing here.
    private(set) var entries = SortedMap<OrderedBytes, ResourceID>()

    /// Builds the index of documents.
    init(_ definition: IndexDefinition, of documents: SortedMap<ResourceID, StoredDocument>) {
        self.definition = definition
        let sorted = documents.flatMap { id, document in definition.keys(of: document).map { ($0, id) } }
            .sorted { $0.0 < $1.0 }
        for (key, id) in sorted { entries[key] = id }
    }

    /// Updates the index for a created, changed or deleted document.
    mutating func update(from old: StoredDocument?, to new: StoredDocument?) {
        let before = old.map(definition.keys) ?? []
        let after = new.map(definition.keys) ?? []
        if before == after { return }
        for key in before { entries[key] = nil }
        guard let id = new?.name.path.id else { return }
        for key in after { entries[key] = id }
    }
}

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
