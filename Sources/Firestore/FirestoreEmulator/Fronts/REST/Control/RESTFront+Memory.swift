import FirestoreModel
import FirestoreREST
import HTTPServing
import HTTPTransport

/// The memory of the process.
extension RESTFront {
    func getMemory(_ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        guard let memory = ProcessMemory.current else {
            throw RPCStatus(.unimplemented, "This system does not report how much memory is in use.")
        }
        return .message { writer in
            writer.object {
                $0.member("residentBytes") { $0.integer(memory.resident) }
                $0.member("allocatedBytes") { $0.integer(memory.allocated) }
                $0.member("keptBytes") { $0.integer(memory.kept) }
            }
        }
    }
}
