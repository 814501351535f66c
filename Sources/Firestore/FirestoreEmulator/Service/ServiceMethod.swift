/// The methods of `google.firestore.v1.Firestore`, by the form of their calls.
enum ServiceMethod: Hashable, Sendable {
    case listen, write
    case single(SingleRequestMethod)

    /// Methods with one request.
    enum SingleRequestMethod: String, CaseIterable, Sendable {
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

    /// Finds the method with a name; nil for one that does not exist.
    init?(name: some StringProtocol) {
        switch name {
        case "Listen": self = .listen
        case "Write": self = .write
        case _:
            guard let method = SingleRequestMethod(rawValue: String(name)) else { return nil }
            self = .single(method)
        }
    }

    /// The name in the API, such as `RunQuery`.
    var name: String {
        switch self {
        case .listen: "Listen"
        case .write: "Write"
        case .single(let method): method.rawValue
        }
    }

    private static let prefix = "/google.firestore.v1.Firestore/"

    /// Finds the method that a path of gRPC names; nil for one that does not exist.
    init?(path: String) {
        guard path.hasPrefix(ServiceMethod.prefix) else { return nil }
        self.init(name: path.dropFirst(ServiceMethod.prefix.count))
    }
}

extension ServiceRoute {
    /// The method behind the route.
    var method: ServiceMethod {
        switch self {
        case .getDocument: .single(.getDocument)
        case .listDocuments: .single(.listDocuments)
        case .createDocument: .single(.createDocument)
        case .patchDocument: .single(.updateDocument)
        case .deleteDocument: .single(.deleteDocument)
        case .batchGet: .single(.batchGetDocuments)
        case .commit: .single(.commit)
        case .beginTransaction: .single(.beginTransaction)
        case .rollback: .single(.rollback)
        case .batchWrite: .single(.batchWrite)
        case .runQuery: .single(.runQuery)
        case .runAggregationQuery: .single(.runAggregationQuery)
        case .partitionQuery: .single(.partitionQuery)
        case .listCollectionIDs: .single(.listCollectionIDs)
        }
    }
}
