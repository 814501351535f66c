import FirestoreModel
import FirestoreRPC

/// Reads that follow from the paths of documents: the collections, and the missing documents.
extension Database {
    /// One element of a list: a document, or the name of a missing one with documents below it.
    enum ListedDocument: Sendable {
        case document(StoredDocument)
        case missing(DocumentName, deletionTime: Timestamp?)

        var name: DocumentName {
            switch self {
            case .document(let document): document.name
            case .missing(let name, _): name
            }
        }
    }

    /// A page of a collection's documents in the order of their names, including missing ones.
    ///
    /// - Parameters:
    ///   - plan: Finds the existing documents: in a collection, by name, with a limit.
    ///   - collection: The collection.
    ///   - start: The name after which the page begins; nil for the first page.
    ///   - size: The maximum number of elements of a page.
    ///   - consistency: The state to read.
    func list(
        _ plan: QueryPlan, of collection: CollectionPath, after start: DocumentName?, size: Int,
        _ consistency: Consistency?
    ) throws(RPCStatus) -> [ListedDocument] {
        let (view, result) = try run(plan, consistency)
        let stored = view.state.collection(collection)
        let first = start?.path.collection == collection ? start?.path.id : nil
        let ids = view.state.parentIDs(in: collection, after: first, most: size) { documentID in
            let name = DocumentName(id, DocumentPath(collection, documentID))
            return stored[documentID] == nil && start.map { $0 < name } ?? true
        }
        let missing = ids.map { documentID in
            let path = DocumentPath(collection, documentID)
            return ListedDocument.missing(
                DocumentName(id, path), deletionTime: view.state.deletionTime(path))
        }
        let elements = result.documents.map { ListedDocument.document($0) } + missing
        return Array(elements.sorted { $0.name < $1.name }.prefix(size))
    }
}
