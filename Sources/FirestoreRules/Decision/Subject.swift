import FirestoreModel

/// What one evaluation is about: the path to match, and what `resource` and `request.resource` are.
struct Subject {
    let path: RequestPath
    /// The stored document.
    let resource: Outcome
    /// The document as a write leaves it.
    let resourceAfter: Outcome
    /// True when the document is known to be stored.
    private(set) var isStored = false
    /// The document that a query asks for by its name.
    private(set) var namedDocument: DocumentPath?

    /// A document that is read, with what is stored, or without.
    init(_ request: RulesRequest, _ index: Int, data source: (any RulesDataSource)? = nil) {
        guard case .get(let path) = request.operations[index] else {
            self.init(path: RequestPath([]), resource: .failure(.unknown))
            return
        }
        self.init(request, getting: path, data: source)
    }

    /// A document that is read, with what is stored, or without.
    init(_ request: RulesRequest, getting path: DocumentPath, data source: (any RulesDataSource)?) {
        self.init(
            path: RequestPath(path, in: request.database),
            resource: Subject.stored(path, in: request.database, source))
    }

    /// One conjunction of a query's filters. Where they fix the document by its name, it is looked at as a get would, except
    /// that one that is missing is not null.
    init(
        _ request: RulesRequest, _ list: ListOperation, _ resource: QueryResource,
        data source: (any RulesDataSource)? = nil
    ) {
        if let document = resource.document {
            var stored = Subject.stored(document, in: request.database, source)
            if case .value(.null) = stored { stored = .failure(.error(.variableRead("resource"))) }
            self.init(path: RequestPath(document, in: request.database), resource: stored)
            namedDocument = document
            return
        }
        let known = list.knownSegments(in: request.database)
        let path =
            list.allDescendants
            ? RequestPath(known + [list.collectionID?.string, nil], unknownDepth: known.count)
            // Without a selector the collection may be any, as the document in it.
            : RequestPath(known + (list.collectionID == nil ? [nil, nil] : [nil]))
        self.init(path: path, resource: .value(resource.record(in: request.database)))
    }

    /// A document that is written, with what is stored, or without.
    init(
        _ request: RulesRequest, _ write: WriteOperation,
        data source: (any RulesDataSource)? = nil
    ) {
        let after: Outcome
        switch write.kind {
        case .delete: after = .value(.null)
        // Once documents are looked at, one that is only verified stands in both places.
        case .verify:
            after =
                source == nil
                ? .failure(.error(.undefinedProperty("resource")))
                : Subject.stored(write.path, in: request.database, source)
        case .set:
            if let fields = write.knownFields {
                after = .value(.document(fields, at: write.path, in: request.database))
            } else if let source {
                let fields = source.documentAfter(write.path) ?? MapValue()
                after = .value(.document(fields, at: write.path, in: request.database))
            } else {
                after = .failure(.unknown)
            }
        }
        self.init(
            path: RequestPath(write.path, in: request.database),
            resource: Subject.stored(write.path, in: request.database, source), after: after)
        if case .value(.map) = resource { isStored = true }
    }

    private init(path: RequestPath, resource: Outcome, after: Outcome = .value(.null)) {
        self.path = path
        self.resource = resource
        resourceAfter = after
    }

    private static func stored(
        _ path: DocumentPath, in database: DatabaseID, _ source: (any RulesDataSource)?
    ) -> Outcome {
        guard let source else { return .failure(.unknown) }
        return .value(.document(source.document(path), at: path, in: database))
    }
}
