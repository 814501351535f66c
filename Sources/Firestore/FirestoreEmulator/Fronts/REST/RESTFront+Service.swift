import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPTransport
import JSONText

/// The methods of the service: each request is decoded, and each response encoded.
extension RESTFront {
    func call(
        _ route: ServiceRoute, _ context: RequestContext, _ metadata: CallMetadata
    ) throws(RPCStatus) -> HTTPExchangeResponse {
        let (target, body) = (context.target, context.body)
        for item in route.singleItems { _ = try target.value(item) }
        switch route {
        case .getDocument(let name):
            let request = try target.getDocumentRequest()
            return .document(try service.getDocument(request, name: name, metadata), to: context)
        case .createDocument(let parent, let id):
            let request = try target.createDocumentRequest(body, collectionID: id)
            return .document(try service.createDocument(request, parent: parent, metadata), to: context)
        case .patchDocument(let name):
            let request = try target.updateDocumentRequest(body)
            return .document(try service.updateDocument(request, name: name, metadata), to: context)
        case .deleteDocument(let name):
            let request = DeleteDocumentRequest(precondition: try target.precondition())
            try service.deleteDocument(request, name: name, metadata)
            return .emptyMessage
        case .batchGet(let id):
            let request = try BatchGetDocumentsRequest.decode(body)
            return .stream(try service.batchGetDocuments(request, database: id, metadata), to: context)
        case .listDocuments(let name):
            let request = try target.listDocumentsRequest()
            return .message(try service.listDocuments(request, collection: name, metadata), to: context)
        case .listCollectionIDs(let parent):
            let request = try target.listCollectionIDsRequest(body)
            return .message(try service.listCollectionIDs(request, parent: parent, metadata), to: context)
        case .runQuery(let parent):
            let request = try RunQueryRequest.decode(body)
            return .stream(try service.runQuery(request, parent: parent, metadata), to: context)
        case .runAggregationQuery(let parent):
            let request = try RunAggregationQueryRequest.decode(body)
            return .stream(try service.runAggregationQuery(request, parent: parent, metadata), to: context)
        case .partitionQuery(let parent):
            let request = try PartitionQueryRequest.decode(body)
            return .message(try service.partitionQuery(request, parent: parent, metadata), to: context)
        case .commit(let id):
            let request = try CommitRequest.decode(body)
            return .message(try service.commit(request, database: id, metadata), to: context)
        case .batchWrite(let id):
            let request = try BatchWriteRequest.decode(body)
            return .message(try service.batchWrite(request, database: id, metadata), to: context)
        case .beginTransaction(let id):
            let request = try BeginTransactionRequest.decode(body)
            return .message(try service.beginTransaction(request, database: id, metadata), to: context)
        case .rollback(let id):
            try service.rollback(RollbackRequest(body: body), database: id, metadata)
            return .emptyMessage
        }
    }
}
