import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPTransport
import JSONText

extension RESTFront {
    /// The index that production needs for a query besides its automatic ones: `list` and `entry` for firestore.indexes.json, and
    /// `isConfigured` if this emulator's file has it. Empty if the automatic ones are enough.
    func getRequiredIndex(_ project: String, _ context: RequestContext) throws(RPCStatus)
        -> HTTPExchangeResponse
    {
        let (parent, query) = try WireDecoder.decode(context.body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(json, "parent", "structuredQuery")
            let query = try reader["structuredQuery"].map { json throws(RPCStatus) in
                try decoder.structuredQuery(json)
            }
            return (try reader.string("parent") ?? "", query)
        }
        _ = try context.identity()
        guard let query else { throw .invalidArgument("structured_query is required.") }
        let name = try ResourceName(wire: parent, as: .parent)
        let plan = try QueryPlan(query, in: name.database, parent: try name.parent(wire: parent))
        let missing = IndexConfiguration.automatic.missingIndex(for: plan)
        let isConfigured = core.indexes.map { $0.missingIndex(for: plan) == nil } ?? false
        return .message(.compact) { writer in
            writer.object { writer in
                guard let missing else { return }
                writer.member("list") { $0.string(missing.list) }
                writer.member("entry") { $0.raw(missing.entry) }
                if isConfigured { writer.member("isConfigured") { $0.boolean(true) } }
            }
        }
    }
}
