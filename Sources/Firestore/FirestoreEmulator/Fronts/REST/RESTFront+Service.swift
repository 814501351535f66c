import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPTransport
import JSONText

/// The methods of the service: each decodes its request and encodes the response.
extension RESTFront {
    func call(_ route: ServiceRoute, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        for item in route.singleItems { _ = try context.target.value(item) }
        return switch route {
        case .getDocument(let name): try getDocument(name, context)
        case .createDocument(let parent, let id): try createDocument(id, below: parent, context)
        case .patchDocument(let name): try patchDocument(name, context)
        case .deleteDocument(let name): try deleteDocument(name, context)
        case .batchGet(let database): try batchGet(database, context)
        case .listDocuments(let name): try listDocuments(name, context)
        case .listCollectionIDs(let parent): try listCollectionIDs(parent, context)
        case .runQuery(let parent): try runQuery(parent, context)
        case .runAggregationQuery(let parent): try runAggregationQuery(parent, context)
        case .partitionQuery(let parent): try partitionQuery(parent, context)
        case .commit(let database): try commit(database, context)
        case .batchWrite(let database): try batchWrite(database, context)
        case .beginTransaction(let database): try beginTransaction(database, context)
        case .rollback(let database): try rollback(database, context)
        }
    }

    // MARK: Documents

    private func getDocument(
        _ name: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try context.target.getDocumentRequest()
        return message(try service.getDocument(request, name: name, context.metadata), context)
    }

    private func createDocument(
        _ id: String, below parent: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try context.target.createDocumentRequest(context.body, collectionID: id)
        return message(try service.createDocument(request, parent: parent, context.metadata), context)
    }

    private func patchDocument(
        _ name: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try context.target.updateDocumentRequest(context.body)
        return message(try service.updateDocument(request, name: name, context.metadata), context)
    }

    private func deleteDocument(
        _ name: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = DeleteDocumentRequest(precondition: try context.target.precondition())
        try service.deleteDocument(request, name: name, context.metadata)
        return .emptyMessage
    }

    private func batchGet(
        _ database: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try BatchGetDocumentsRequest.decode(context.body)
        let responses = try service.batchGetDocuments(request, database: database, context.metadata)
        return .stream(responses, to: context) { $1.write(to: &$0) }
    }

    private func message(_ document: Document, _ context: RequestContext) -> HTTPExchangeResponse {
        .message(context.style) { $0.document(document) }
    }

    // MARK: Lists

    private func listDocuments(
        _ collection: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try context.target.listDocumentsRequest()
        let response = try service.listDocuments(request, collection: collection, context.metadata)
        return .message(context.style, capacity: 512 + response.documents.count * 768) {
            response.write(to: &$0)
        }
    }

    private func listCollectionIDs(
        _ parent: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try context.target.listCollectionIDsRequest(context.body)
        let response = try service.listCollectionIDs(request, parent: parent, context.metadata)
        return .message(context.style) { response.write(to: &$0) }
    }

    // MARK: Queries

    private func runQuery(
        _ parent: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try RunQueryRequest.decode(context.body)
        let responses = try service.runQuery(request, parent: parent, context.metadata)
        return .stream(responses, to: context) { $1.write(to: &$0) }
    }

    private func runAggregationQuery(
        _ parent: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try RunAggregationQueryRequest.decode(context.body)
        let responses = try service.runAggregationQuery(request, parent: parent, context.metadata)
        return .stream(responses, to: context) { $1.write(to: &$0) }
    }

    private func partitionQuery(
        _ parent: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try PartitionQueryRequest.decode(context.body)
        let response = try service.partitionQuery(request, parent: parent, context.metadata)
        return .message(context.style) { response.write(to: &$0) }
    }

    // MARK: Writes

    private func commit(
        _ database: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try CommitRequest.decode(context.body)
        let response = try service.commit(request, database: database, context.metadata)
        return .message(context.style, capacity: 128 + response.writeResults.count * 128) {
            response.write(to: &$0)
        }
    }

    private func batchWrite(
        _ database: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try BatchWriteRequest.decode(context.body)
        let response = try service.batchWrite(request, database: database, context.metadata)
        return .message(context.style, capacity: 128 + response.results.count * 128) {
            response.write(to: &$0)
        }
    }

    // MARK: Transactions

    private func beginTransaction(
        _ database: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try BeginTransactionRequest.decode(context.body)
        let response = try service.beginTransaction(request, database: database, context.metadata)
        return .message(context.style) { response.write(to: &$0) }
    }

    private func rollback(
        _ database: String, _ context: RequestContext
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        try service.rollback(RollbackRequest(body: context.body), database: database, context.metadata)
        return .emptyMessage
    }
}
