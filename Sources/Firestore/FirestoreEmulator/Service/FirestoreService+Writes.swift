import EmulatorAccess
import FirestoreModel
import FirestoreRPC

/// Writes: all together, or each by itself.
extension FirestoreService {
    func commit(
        _ request: Decoded<CommitRequest>, database: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> CommitResponse {
        let (database, caller) = try access(DatabaseID(wire: database), metadata)
        let (writes, transaction) = (request.message.writes, request.message.transaction)
        metadata.note(.writes(writes, database.id))
        if let transaction { try database.checkTransaction(transaction, isWriting: !writes.isEmpty) }
        if let refusal = request.refusal { throw refusal }
        if writes.isEmpty {
            if let transaction { _ = try database.commit([], transaction: transaction) }
            // Without writes there is no commit time, although a transaction may have ended.
            return CommitResponse(writeResults: [], commitTime: nil)
        }
        let outcome = try database.commit(writes, transaction: transaction, by: caller)
        metadata.bill(writes)
        return CommitResponse(writeResults: outcome.results, commitTime: outcome.commitTime)
    }

    func batchWrite(
        _ request: Decoded<BatchWriteRequest>, database: String, _ metadata: CallMetadata
    ) throws(RPCStatus) -> BatchWriteResponse {
        let id = try DatabaseID(wire: database)
        let identity = try Identity(authorization: metadata.authorization, like: core.profile)
        let writes = try request.get().writes
        for write in writes { try WriteValidation.check(write) }
        try FirestoreService.checkAdmin(identity, for: "Batch writes")
        metadata.note(.writes(writes, id))
        var caller = Caller.admin
        caller.record = metadata.record
        let results = core.database(id).batchWrite(writes, by: caller)
        metadata.bill(
            zip(writes, results).compactMap { write, result in
                if case .success = result { write } else { nil }
            })
        return BatchWriteResponse(results: results)
    }
}
