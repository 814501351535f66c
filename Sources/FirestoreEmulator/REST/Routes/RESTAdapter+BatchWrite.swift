import EmulatorAccess
import FirestoreModel
import FirestoreREST
import HTTPTransport

/// Writes that are carried out each by itself.
extension RESTAdapter {
    func batchWrite(_ database: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let (request, refusal) = try BatchWriteRequest.read(context.body)
        let id = try DatabaseID(wire: database)
        let identity = try context.identity()
        if let refusal { throw refusal }
        for write in request.writes { try WriteValidation.check(write) }
        if identity != .admin {
            throw RPCStatus(.permissionDenied, "Batch writes require admin authentication.")
        }
        let response = BatchWriteResponse(results: core.database(id).batchWrite(request.writes))
        return .message(context.style, capacity: 128 + request.writes.count * 128) {
            response.write(to: &$0)
        }
    }
}
