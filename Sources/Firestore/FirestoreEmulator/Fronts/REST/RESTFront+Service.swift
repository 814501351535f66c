import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPTransport
import JSONText

/// The methods of the service: each request is decoded, and each response encoded.
extension RESTFront {
    func call(_ route: ServiceRoute, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        for item in route.singleItems { _ = try context.target.value(item) }
        let (body, metadata) = (context.body, context.metadata)
        switch route {
        case .getDocument(let name):
            let request = try context.target.getDocumentRequest()
            return message(try service.getDocument(request, name: name, metadata), context)
        case .listDocuments(let name):
            let request = try context.target.listDocumentsRequest()
            let response = try service.listDocuments(request, collection: name, metadata)
            return .message(context.style, capacity: 512 + response.documents.count * 768) {
                response.write(to: &$0)
            }
        case .createDocument(let parent, let collectionID):
            let request = try context.target.createDocumentRequest(body, collectionID: collectionID)
            return message(try service.createDocument(request, parent: parent, metadata), context)
        case .patchDocument(let name):
            let request = try context.target.updateDocumentRequest(body)
            return message(try service.updateDocument(request, name: name, metadata), context)
        case .deleteDocument(let name):
            let request = DeleteDocumentRequest(precondition: try context.target.precondition())
            try service.deleteDocument(request, name: name, metadata)
            return .emptyMessage
        case .batchGet(let database):
            let request = try BatchGetDocumentsRequest.decode(body)
            let responses = try service.batchGetDocuments(request, database: database, metadata)
            return .stream(responses, to: context) { $1.write(to: &$0) }
        case .commit(let database):
            let request = try CommitRequest.decode(body)
            let response = try service.commit(request, database: database, metadata)
            return .message(context.style, capacity: 128 + response.writeResults.count * 128) {
                response.write(to: &$0)
            }
        case .beginTransaction(let database):
            let request = try BeginTransactionRequest.decode(body)
            let response = try service.beginTransaction(request, database: database, metadata)
            return .message(context.style) { response.write(to: &$0) }
        case .rollback(let database):
            try service.rollback(RollbackRequest(body: body), database: database, metadata)
            return .emptyMessage
        case .batchWrite(let database):
            let request = try BatchWriteRequest.decode(body)
            let response = try service.batchWrite(request, database: database, metadata)
            return .message(context.style, capacity: 128 + response.results.count * 128) {
                response.write(to: &$0)
            }
        case .runQuery(let parent):
            let responses = try service.runQuery(RunQueryRequest.decode(body), parent: parent, metadata)
            return .stream(responses, to: context) { $1.write(to: &$0) }
        case .runAggregationQuery(let parent):
            let request = try RunAggregationQueryRequest.decode(body)
            let responses = try service.runAggregationQuery(request, parent: parent, metadata)
            return .stream(responses, to: context) { $1.write(to: &$0) }
        case .partitionQuery(let parent):
            let request = try PartitionQueryRequest.decode(body)
            let response = try service.partitionQuery(request, parent: parent, metadata)
            return .message(context.style) { response.write(to: &$0) }
        case .listCollectionIDs(let parent):
            let request = try context.target.listCollectionIDsRequest(body)
            let response = try service.listCollectionIDs(request, parent: parent, metadata)
            return .message(context.style) { response.write(to: &$0) }
        }
    }

    private func message(_ document: Document, _ context: RequestContext) -> HTTPExchangeResponse {
        .message(context.style) { $0.document(document) }
    }
}
