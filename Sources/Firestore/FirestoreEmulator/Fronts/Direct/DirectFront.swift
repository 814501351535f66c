package import FirestoreModel
import FirestoreREST
import FirestoreRPC

/// Calls from the same process, without HTTP, for callers that want to know whether Firestore accepts a call, and no more.
///
/// The service gets what the decoder of the REST API makes of a message, so each call is checked and decided as any other.
package struct DirectFront: Sendable {
    let service: FirestoreService
    let id: DatabaseID

    init(_ service: FirestoreService, _ id: DatabaseID) {
        self.service = service
        self.id = id
    }

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - transaction: The transaction of a `batchGet` or a `commit`.
    ///   - authorization: The Authorization header of the caller; nil for nobody.
    /// - Throws: The refusal.
    package func perform(
        _ call: DirectCall, in transaction: [UInt8]? = nil, authorization: String?
    ) throws(RPCStatus) {
        let metadata = CallMetadata(authorization: authorization)
        switch call {
        case .batchGet(let names):
            let request = BatchGetDocumentsRequest(
                documents: names, consistency: transaction.map { .transaction($0) })
            _ = try service.batchGetDocuments(
                try BatchGetDocumentsRequest.decode(request.encoded()), database: id.description, metadata)
        case .runQuery(let query, let parent):
            let request = RunQueryRequest(query: query)
            _ = try service.runQuery(
                try RunQueryRequest.decode(request.encoded()), parent: name(of: parent), metadata)
        case .runAggregationQuery(let query, let aggregations, let parent):
            let request = RunAggregationQueryRequest(query: query, aggregations: aggregations)
            _ = try service.runAggregationQuery(
                try RunAggregationQueryRequest.decode(request.encoded()), parent: name(of: parent), metadata)
        case .commit(let writes):
            let request = CommitRequest(writes: writes, transaction: transaction)
            _ = try service.commit(
                try CommitRequest.decode(request.encoded()), database: id.description, metadata)
        }
    }

    /// Begins a transaction that reads and writes.
    package func begin(authorization: String?) throws(RPCStatus) -> [UInt8] {
        let request = BeginTransactionRequest(options: .readWrite(retry: nil))
        return try service.beginTransaction(
            Decoded(request), database: id.description, CallMetadata(authorization: authorization)
        ).transaction
    }

    /// Ends a transaction without writes.
    package func rollBack(_ transaction: [UInt8], authorization: String?) throws(RPCStatus) {
        try service.rollback(
            RollbackRequest(transaction: transaction), database: id.description,
            CallMetadata(authorization: authorization))
    }

    private func name(of parent: DocumentPath?) -> String {
        parent.map { DocumentName(id, $0).description } ?? "\(id)/documents"
    }

    // MARK: Moments

    /// The database at one moment.
    package struct Checkpoint: Sendable {
        fileprivate let checkpoint: Database.Checkpoint
    }

    package func checkpoint() -> Checkpoint {
        Checkpoint(checkpoint: service.core.database(id).checkpoint())
    }

    /// Makes everything in the database as it was. No other call may be under way, and nobody may listen.
    package func restore(_ checkpoint: Checkpoint) {
        service.core.database(id).restore(checkpoint.checkpoint)
    }
}

extension Emulator {
    /// Calls to a database from the same process.
    package func direct(_ database: DatabaseID) -> DirectFront { DirectFront(front.service, database) }
}
