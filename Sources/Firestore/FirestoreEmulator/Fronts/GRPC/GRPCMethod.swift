/// The methods of `google.firestore.v1.Firestore`, by the form of their calls.
enum GRPCMethod {
    case listen, write
    case single(SingleRequestMethod)

    /// Methods with one request.
    enum SingleRequestMethod: String {
        case getDocument = "GetDocument"
        case listDocuments = "ListDocuments"
        case createDocument = "CreateDocument"
        case updateDocument = "UpdateDocument"
        case deleteDocument = "DeleteDocument"
        case batchGetDocuments = "BatchGetDocuments"
        case beginTransaction = "BeginTransaction"
        case commit = "Commit"
        case rollback = "Rollback"
        case runQuery = "RunQuery"
        case executePipeline = "ExecutePipeline"
        case runAggregationQuery = "RunAggregationQuery"
        case partitionQuery = "PartitionQuery"
        case listCollectionIDs = "ListCollectionIds"
        case batchWrite = "BatchWrite"
    }

    private static let prefix = "/google.firestore.v1.Firestore/"

    /// Finds the method that a path names; nil for one that does not exist.
    init?(path: String) {
        guard path.hasPrefix(GRPCMethod.prefix) else { return nil }
        let name = String(path.dropFirst(GRPCMethod.prefix.count))
        switch name {
        case "Listen": self = .listen
        case "Write": self = .write
        case _:
            guard let method = SingleRequestMethod(rawValue: name) else { return nil }
            self = .single(method)
        }
    }
}
