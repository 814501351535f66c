import EmulatorAccess
import FirestoreModel
import FirestoreREST
import HTTPTransport

/// What only administrators may ask: which collections there are, which documents are missing, how to divide a group.
extension RESTAdapter {
    func listCollectionIDs(_ parent: String, _ context: RequestContext) throws(RPCStatus)
        -> HTTPExchangeResponse
    {
        var request = try ListCollectionIDsRequest(body: context.body)
        // It may stand in the URL instead.
        if request.pageSize == 0 { request.pageSize = try context.target.integer("pageSize") ?? 0 }
        let name = try ResourceName(wire: parent, as: .parent)
        let path = try name.parent(wire: parent)
        let identity = try context.identity()
        if request.pageSize < 0 { throw .invalidArgument("page_size must be greater than or equal to zero.") }
        let view = try core.database(name.database).view(request.readTime.map { .readTime($0) })
        let start = try request.pageToken.map { text throws(RPCStatus) in
            try RESTAdapter.collectionID(in: text)
        }
        try RESTAdapter.checkAdmin(identity)
        var ids = view.state.collectionIDs(below: path)
        if let start { ids.removeAll { $0 <= start } }
        let page = request.pageSize == 0 ? ids[...] : ids.prefix(request.pageSize)
        // As in Google's emulator a page that is full has a next one, though that may be empty.
        let last = page.count == request.pageSize ? page.last : nil
        let response = ListCollectionIDsResponse(
            collectionIDs: page.map(\.string),
            nextPageToken: last.map { PageToken(values: [.string($0.string)]).text })
        return .message(context.style) { response.write(to: &$0) }
    }

    private static func collectionID(in token: String) throws(RPCStatus) -> ResourceID {
        guard case .string(let id)? = try PageToken(text: token, valueCount: 1).cursor.values.first else {
            throw .invalidArgument("invalid page token")
        }
        return ResourceID(id)
    }

    /// Lists a collection with those of its documents that are not there, but have something below them.
    ///
    /// As in Google's emulator a mask is read and has no effect.
    func listWithMissing(_ name: CollectionName, _ context: RequestContext) throws(RPCStatus)
        -> HTTPExchangeResponse
    {
        let target = context.target
        let identity = try context.identity()
        if name.id.string.isEmpty {
            throw .invalidArgument("collection id must be set when show_missing is true")
        }
        if let refusal = name.refusalOfID { throw refusal }
        if try target.value("orderBy")?.isEmpty == false {
            throw .invalidArgument("cannot specify an order when show_missing is true")
        }
        _ = try target.mask("mask.fieldPaths")
        let start = try target.value("pageToken").flatMap { text throws(RPCStatus) in
            text.isEmpty ? nil : try PageToken(text: text, valueCount: 1).cursor
        }
        try RESTAdapter.checkAdmin(identity)
        let asked = try target.integer("pageSize") ?? 0
        let size = asked > 0 ? min(asked, RESTAdapter.pageSize.most) : RESTAdapter.pageSize.usual
        // No collection has an id that is too long.
        if name.id.problemOfCollection != nil { return .emptyMessage }
        let plan = try QueryPlan(
            StructuredQuery(
                from: [StructuredQuery.CollectionSelector(name.id.string)],
                orderBy: [StructuredQuery.Order(.documentID())], startAt: start, limit: size),
            in: name.database, parent: name.parent)
        let collection = CollectionPath(parent: name.parent, id: name.id)
        let elements = try core.database(name.database).list(
            plan, of: collection, after: start?.values.first?.documentName, size: size,
            consistency(context))
        let last = elements.count == size ? elements.last : nil
        let response = ListDocumentsResponse(
            documents: elements.map(\.answer),
            nextPageToken: last.map { PageToken(values: [.reference($0.name)]).text })
        return .message(context.style, capacity: 512 + elements.count * 768) {
            response.write(to: &$0)
        }
    }

    func partitionQuery(_ parent: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse
    {
        let (request, refusal) = try PartitionQueryRequest.read(context.body)
        let name = try ResourceName(wire: parent, as: .parent)
        let path = try name.parent(wire: parent)
        let identity = try context.identity()
        if let refusal { throw refusal }
        if request.partitionCount <= 0 {
            throw .invalidArgument("partition_count must be greater than zero.")
        }
        if request.pageSize < 0 { throw .invalidArgument("page_size must be greater than or equal to zero.") }
        try QueryPlan.checkPartitions(of: request.query)
        let plan = try QueryPlan(request.query, in: name.database, parent: path)
        let start = try request.pageToken.map { text throws(RPCStatus) in
            try PageToken(text: text, valueCount: 1).cursor.values.first ?? .null
        }
        try RESTAdapter.checkAdmin(identity)
        let (_, result) = try core.database(name.database).run(plan, request.readTime.map { .readTime($0) })
        var points = QueryPlan.partitionPoints(result.documents, most: request.partitionCount)
            .map { Value.reference($0) }
        if let start { points.removeAll { $0.compare(to: start) != .greater } }
        let page = request.pageSize == 0 ? points[...] : points.prefix(request.pageSize)
        let response = PartitionQueryResponse(
            partitions: page.map { StructuredQuery.Cursor([$0], before: false) },
            nextPageToken: page.count < points.count ? page.last.map { PageToken(values: [$0]).text } : nil)
        return .message(context.style) { response.write(to: &$0) }
    }

    private static func checkAdmin(_ identity: Identity) throws(RPCStatus) {
        if identity != .admin {
            throw RPCStatus(.permissionDenied, "Metadata operations require admin authentication.")
        }
    }
}

extension Database.ListedDocument {
    /// The document as an answer carries it: only a name where there is none, and when it was deleted if it was.
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
