import FirestoreModel
import FirestoreProtobuf
import FirestoreRPC

/// The methods with one request: it is decoded, and each response encoded.
extension GRPCFront {
    func answer(
        _ method: ServiceMethod.SingleRequestMethod, _ message: [UInt8], _ metadata: CallMetadata
    ) throws(RPCStatus) -> AnyIterator<[UInt8]> {
        switch method {
        case .getDocument:
            let call = try Addressed<GetDocumentRequest>(protobuf: message)
            return .one(try service.getDocument(call.request, name: call.resource, metadata))
        case .createDocument:
            let call = try Addressed<CreateDocumentRequest>(protobuf: message)
            return .one(try service.createDocument(call.request, parent: call.resource, metadata))
        case .updateDocument:
            let call = try Addressed<UpdateDocumentRequest>(protobuf: message)
            return .one(try service.updateDocument(call.request, name: call.resource, metadata))
        case .deleteDocument:
            let call = try Addressed<DeleteDocumentRequest>(protobuf: message)
            try service.deleteDocument(call.request.get(), name: call.resource, metadata)
            return .emptyMessage
        case .listDocuments, .listCollectionIDs, .runQuery, .runAggregationQuery, .partitionQuery:
            return try answerQuery(method, message, metadata)
        case .batchGetDocuments:
            let call = try Addressed<BatchGetDocumentsRequest>(protobuf: message)
            return .series(try service.batchGetDocuments(call.request, database: call.resource, metadata))
        case .commit:
            let call = try Addressed<CommitRequest>(protobuf: message)
            return .one(try service.commit(call.request, database: call.resource, metadata))
        case .batchWrite:
            let call = try Addressed<BatchWriteRequest>(protobuf: message)
            return .one(try service.batchWrite(call.request, database: call.resource, metadata))
        case .beginTransaction:
            let call = try Addressed<BeginTransactionRequest>(protobuf: message)
            return .one(try service.beginTransaction(call.request, database: call.resource, metadata))
        case .rollback:
            let call = try Addressed<RollbackRequest>(protobuf: message)
            try service.rollback(call.request.get(), database: call.resource, metadata)
            return .emptyMessage
        case .executePipeline:
            throw .pipelinesNeedEnterprise
        }
    }

    private func answerQuery(
        _ method: ServiceMethod.SingleRequestMethod, _ message: [UInt8], _ metadata: CallMetadata
    ) throws(RPCStatus) -> AnyIterator<[UInt8]> {
        switch method {
        case .listDocuments:
            let call = try Addressed<ListDocumentsRequest>(protobuf: message)
            let name = try CollectionName(parent: call.resource, id: call.request.message.collectionID)
            return .one(try service.listDocuments(call.request, collection: name, metadata))
        case .listCollectionIDs:
            let call = try Addressed<ListCollectionIDsRequest>(protobuf: message)
            return .one(try service.listCollectionIDs(call.request.get(), parent: call.resource, metadata))
        case .runQuery:
            let call = try Addressed<RunQueryRequest>(protobuf: message)
            return .series(try service.runQuery(call.request, parent: call.resource, metadata))
        case .runAggregationQuery:
            let call = try Addressed<RunAggregationQueryRequest>(protobuf: message)
            return .series(try service.runAggregationQuery(call.request, parent: call.resource, metadata))
        case .partitionQuery:
            let call = try Addressed<PartitionQueryRequest>(protobuf: message)
            return .one(try service.partitionQuery(call.request, parent: call.resource, metadata))
        case .getDocument, .createDocument, .updateDocument, .deleteDocument, .batchGetDocuments, .commit,
            .batchWrite, .beginTransaction, .rollback, .executePipeline:
            return .emptyMessage
        }
    }
}

extension AnyIterator<[UInt8]> {
    fileprivate static func one(_ response: some ProtobufResponse) -> AnyIterator {
        series(CollectionOfOne(response))
    }

    /// Responses that are encoded one by one.
    fileprivate static func series(_ responses: some Collection<some ProtobufResponse>) -> AnyIterator {
        var rest = responses.makeIterator()
        return AnyIterator { rest.next()?.encoded() }
    }

    /// The message that has no fields.
    fileprivate static var emptyMessage: AnyIterator { AnyIterator(CollectionOfOne([]).makeIterator()) }
}
