import EmulatorAccess
import FirestoreModel
import FirestoreRPC

/// The beginning and the end of transactions.
extension FirestoreService {
    func beginTransaction(
        _ request: Decoded<BeginTransactionRequest>, database: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> BeginTransactionResponse {
        let id = try DatabaseID(wire: database)
        // Needs no permission: the transaction's requests are checked.
        metadata.note(.other(id))
        _ = try Identity(authorization: metadata.authorization, like: core.profile)
        return BeginTransactionResponse(
            transaction: try core.database(id).begin(try request.get().options))
    }

    func rollback(
        _ request: RollbackRequest, database: String, _ metadata: CallMetadata
    ) throws(RPCStatus) {
        let id = try DatabaseID(wire: database)
        metadata.note(.other(id))
        _ = try Identity(authorization: metadata.authorization, like: core.profile)
        try core.database(id).rollback(request.transaction)
    }
}
