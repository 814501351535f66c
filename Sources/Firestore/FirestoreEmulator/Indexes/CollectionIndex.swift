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
