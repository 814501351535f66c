import FirestoreModel

/// What one evaluation is about: the path to match, and what stands behind `resource` and `request.resource`.
struct Subject {
    let path: RequestPath
    /// The stored document.
    let resource: Sight
    /// The document after a write.
    let resourceAfter: Sight
    /// The document that a query names.
    private(set) var namedDocument: DocumentPath?

    /// Whether the document is known to be stored.
    var isStored: Bool { resource.fields != nil }

    init(path: RequestPath, resource: Sight, after: Sight = .nothing) {
        self.path = path
        self.resource = resource
        resourceAfter = after
    }

    /// A document to be read, with or without its stored fields.
    init(getting path: DocumentPath, _ database: DatabaseID, data documents: DocumentAccess? = nil) {
        self.init(
            path: RequestPath(path, in: database), resource: Subject.stored(path, documents))
    }

    /// One conjunction of a query's filters. If they fix the document's name, it is looked at as by a get, except
    /// that a missing one is not null.
    init(
        _ list: ListOperation, _ resource: QueryResource, _ database: DatabaseID,
        data documents: DocumentAccess? = nil
    ) {
        if let document = resource.document {
            var stored = Subject.stored(document, documents)
            if case .nothing = stored { stored = .other(.failure(.error(.variableRead("resource")))) }
            self.init(path: RequestPath(document, in: database), resource: stored)
            namedDocument = document
            return
        }
        let known = list.knownSegments(in: database)
        let path =
            list.allDescendants
            ? RequestPath(known + [list.collectionID?.string, nil], unknownDepth: known.count)
            // Without a selector, both the collection and its documents are unknown.
            : RequestPath(known + (list.collectionID == nil ? [nil, nil] : [nil]))
        self.init(path: path, resource: .other(.value(resource.record(in: database))))
    }

    /// A document to be written, with or without its stored fields.
    init(_ write: WriteOperation, _ database: DatabaseID, data documents: DocumentAccess? = nil) {
        self.init(
            path: RequestPath(write.path, in: database),
            resource: Subject.stored(write.path, documents), after: Subject.written(write, documents))
    }

    private static func stored(_ path: DocumentPath, _ documents: DocumentAccess?) -> Sight {
        guard let documents else { return .unknown }
        return documents.stored(path).map { .document(StoredFields($0), path) } ?? .nothing
    }

    private static func written(_ write: WriteOperation, _ documents: DocumentAccess?) -> Sight {
        switch write.kind {
        case .delete: return .nothing
        // Once documents are looked at, one that is only verified stands in both places.
        case .verify:
            return documents == nil
                ? .other(.failure(.error(.undefinedProperty("resource")))) : stored(write.path, documents)
        case .set:
            if let fields = write.knownFields { return .document(StoredFields(fields), write.path) }
            guard let documents else { return .unknown }
            return .document(StoredFields(documents.written(write.path) ?? MapValue()), write.path)
        }
    }
}
