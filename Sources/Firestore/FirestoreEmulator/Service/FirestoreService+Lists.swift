import EmulatorAccess
import FirestoreModel
import FirestoreRPC

/// Lists, page by page: the documents of a collection, and the collections below a document.
extension FirestoreService {
    /// The default and maximum number of documents on a page, as in Google's emulator.
    private static let pageSize = (usual: 30, most: 150)

    /// Lists the documents of a collection, whose id may be empty: then those of all collections of its parent.
    func listDocuments(
        _ request: Decoded<ListDocumentsRequest>, collection: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> ListDocumentsResponse {
        try listDocuments(request, collection: CollectionName(wire: collection, as: .document), metadata)
    }

    func listDocuments(
        _ request: Decoded<ListDocumentsRequest>, collection: CollectionName, _ metadata: CallMetadata
    ) throws(RPCStatus) -> ListDocumentsResponse {
        if request.message.showMissing { return try listWithMissing(request, collection, metadata) }
        let (database, caller) = try access(collection.database, metadata)
        let message = request.message
        if message.pageSize < 0 { throw .invalidArgument("Page size must be nonnegative.") }
        let size = FirestoreService.size(ofPage: message.pageSize)
        if let refusal = collection.refusalOfID ?? request.refusal { throw refusal }
        let orders = try OrderByClause(message.orderBy).orders
        var query = StructuredQuery(
            from: [StructuredQuery.CollectionSelector(collection.id.string)], orderBy: orders, limit: size)
        if let token = message.pageToken {
            // The name is last in every order, even if it is not requested.
            let hasName = orders.contains { $0.field.isDocumentID }
            let valueCount = hasName ? orders.count : orders.count + 1
            query.startAt = try PageToken(text: token, valueCount: valueCount).cursor
        }
        metadata.note(.query(query, collection.database, parent: collection.parent))
        let plan = try QueryPlan(query, in: collection.database, parent: collection.parent)
        try core.checkIndexes(for: plan, in: collection.database)
        let documents = try database.run(plan, message.consistency, for: caller).result.documents
        metadata.bill(reads: max(1, documents.count))
        return ListDocumentsResponse(
            documents: documents.map { $0.document(mask: message.mask) },
            nextPageToken: documents.count < size
                ? nil : documents.last.map { PageToken(after: $0, orders: plan.orders).text })
    }

    /// Lists a collection including missing documents that have documents below them.
    ///
    /// As in Google's emulator, a mask is parsed and has no effect.
    private func listWithMissing(
        _ request: Decoded<ListDocumentsRequest>, _ collection: CollectionName, _ metadata: CallMetadata
    ) throws(RPCStatus) -> ListDocumentsResponse {
        let identity = try Identity(authorization: metadata.authorization, like: core.profile)
        if collection.id.string.isEmpty {
            throw .invalidArgument("collection id must be set when show_missing is true")
        }
        if let refusal = collection.refusalOfID { throw refusal }
        if !request.message.orderBy.isEmpty {
            throw .invalidArgument("cannot specify an order when show_missing is true")
        }
        let message = try request.get()
        let start = try message.pageToken.map { text throws(RPCStatus) in
            try PageToken(text: text, valueCount: 1).cursor
        }
        try FirestoreService.checkAdmin(identity, for: "Metadata operations")
        let size = FirestoreService.size(ofPage: message.pageSize)
        // Collections never have overlong ids.
        if collection.id.problemOfCollection != nil {
            return ListDocumentsResponse(documents: [], nextPageToken: nil)
        }
        metadata.note(.other(collection.database))
        let plan = try QueryPlan(
            StructuredQuery(
                from: [StructuredQuery.CollectionSelector(collection.id.string)],
                orderBy: [StructuredQuery.Order(.documentID())], startAt: start, limit: size),
            in: collection.database, parent: collection.parent)
        let elements = try core.database(collection.database).list(
            plan, of: CollectionPath(parent: collection.parent, id: collection.id),
            after: start?.values.first?.documentName, size: size, message.consistency)
        metadata.bill(reads: max(1, elements.count))
        let last = elements.count == size ? elements.last : nil
        return ListDocumentsResponse(
            documents: elements.map(\.answer),
            nextPageToken: last.map { PageToken(values: [.reference($0.name)]).text })
    }

    private static func size(ofPage asked: Int) -> Int {
        asked > 0 ? min(asked, pageSize.most) : pageSize.usual
    }

    func listCollectionIDs(
        _ request: ListCollectionIDsRequest, parent: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> ListCollectionIDsResponse {
        let (name, path) = try root(of: parent)
        metadata.note(.other(name.database))
        let identity = try Identity(authorization: metadata.authorization, like: core.profile)
        try FirestoreService.checkPageSize(request.pageSize)
        let view = try core.database(name.database).view(request.readTime.map { .readTime($0) })
        let start = try request.pageToken.map { text throws(RPCStatus) in
            try FirestoreService.collectionID(in: text)
        }
        try FirestoreService.checkAdmin(identity, for: "Metadata operations")
        metadata.bill(reads: 1)
        var ids = view.state.collectionIDs(below: path)
        if let start { ids.removeAll { $0 <= start } }
        let page = request.pageSize == 0 ? ids[...] : ids.prefix(request.pageSize)
        // As in Google's emulator, a full page has a next one, which may be empty.
        let isLast = core.profile == .production && page.count == ids.count
        let last = page.count == request.pageSize && !isLast ? page.last : nil
        return ListCollectionIDsResponse(
            collectionIDs: page.map(\.string),
            nextPageToken: last.map { PageToken(values: [.string($0.string)]).text })
    }

    private static func collectionID(in token: String) throws(RPCStatus) -> ResourceID {
        guard case .string(let id)? = try PageToken(text: token, valueCount: 1).cursor.values.first else {
            throw .invalidArgument("invalid page token")
        }
        return ResourceID(id)
    }
}

extension Database.ListedDocument {
    /// The document in the response: a missing one has only its name, and the time of its deletion if there was one.
    fileprivate var answer: Document {
        switch self {
        case .document(let document): document.document()
        case .missing(let name, let time): Document(name: name, fields: MapValue(), updateTime: time)
        }
    }
}

extension Value {
    fileprivate var documentName: DocumentName? {
        if case .reference(let name) = self { name } else { nil }
    }
}
