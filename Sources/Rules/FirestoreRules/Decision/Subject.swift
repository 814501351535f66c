import FirestoreModel

/// What one evaluation is about: the path to match, and the values of `resource` and `request.resource`.
struct Subject {
    let path: RequestPath
    /// The stored document.
    let resource: Outcome
    /// The document after a write.
    let resourceAfter: Outcome
    /// The fields of both, if they are documents.
    let storedFields: StoredFields?
    let writtenFields: StoredFields?
    /// True if the document is known to be stored.
    private(set) var isStored = false
    /// The document that a query names.
    private(set) var namedDocument: DocumentPath?

    /// A document to be read, with or without its stored fields.
    init(_ request: RulesRequest, _ index: Int, data source: (any RulesDataSource)? = nil) {
        guard case .get(let path) = request.operations[index] else {
            self.init(path: RequestPath([]), resource: .unknown)
            return
        }
        self.init(request, getting: path, data: source)
    }

    /// A document to be read, with or without its stored fields.
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
            if case .value(.null) = stored.outcome {
                stored = Sight(.failure(.error(.variableRead("resource"))))
            }
            self.init(path: RequestPath(document, in: request.database), resource: stored)
            namedDocument = document
            return
        }
        let known = list.knownSegments(in: request.database)
        let path =
            list.allDescendants
            ? RequestPath(known + [list.collectionID?.string, nil], unknownDepth: known.count)
            // Without a selector, both the collection and its documents are unknown.
            : RequestPath(known + (list.collectionID == nil ? [nil, nil] : [nil]))
        self.init(path: path, resource: Sight(.value(resource.record(in: request.database))))
    }

    /// A document to be written, with or without its stored fields.
    init(
        _ request: RulesRequest, _ write: WriteOperation,
        data source: (any RulesDataSource)? = nil
    ) {
        let after: Sight
        switch write.kind {
        case .delete: after = .nothing
        // Once documents are looked at, one that is only verified stands in both places.
        case .verify:
            after =
                source == nil
                ? Sight(.failure(.error(.undefinedProperty("resource"))))
                : Subject.stored(write.path, in: request.database, source)
        case .set:
            if let fields = write.knownFields {
                after = Sight(of: fields, at: write.path, in: request.database)
            } else if let source {
                let fields = source.documentAfter(write.path) ?? MapValue()
                after = Sight(of: fields, at: write.path, in: request.database)
            } else {
                after = .unknown
            }
        }
        self.init(
            path: RequestPath(write.path, in: request.database),
            resource: Subject.stored(write.path, in: request.database, source), after: after)
        if case .value(.map) = resource { isStored = true }
    }

    private init(path: RequestPath, resource: Sight, after: Sight = .nothing) {
        self.path = path
        self.resource = resource.outcome
        resourceAfter = after.outcome
        storedFields = resource.fields
        writtenFields = after.fields
    }

    private static func stored(
        _ path: DocumentPath, in database: DatabaseID, _ source: (any RulesDataSource)?
    ) -> Sight {
        guard let source else { return .unknown }
        return source.document(path).map { Sight(of: $0, at: path, in: database) } ?? .nothing
    }

    /// The value that rules see for a document, and its fields if there are any.
    private struct Sight {
        static let unknown = Sight(.failure(.unknown))
        static let nothing = Sight(.value(.null))

        let outcome: Outcome
        let fields: StoredFields?

        init(_ outcome: Outcome) {
            self.outcome = outcome
            fields = nil
        }

        init(of fields: MapValue, at path: DocumentPath, in database: DatabaseID) {
            let fields = StoredFields(fields)
            self.fields = fields
            let record = ResourceRecord(data: RuleMap(fields), path: path, in: database)
            outcome = .value(.map(RuleMap(record: record)))
        }
    }
}
