import FirestoreModel
import FirestoreRPC
import Synchronization

/// A stream of commits by one client.
///
/// A commit is carried out when its request arrives, so it counts even if the client has gone when its answer is ready.
final class WriteStream: RPCStream {
    private struct State {
        var session: WriteSession
        var database: DatabaseID?
        var responses: [WriteResponse] = []
        var end: RPCStreamEnd?
    }

    private let service: FirestoreService
    private let metadata: CallMetadata
    private let onOutput: @Sendable () -> Void
    private let state: Mutex<State>

    /// - Parameter id: The stream's id, which no other stream of the emulator has.
    init(
        id: String, service: FirestoreService, metadata: CallMetadata,
        onOutput: @escaping @Sendable () -> Void
    ) {
        self.service = service
        self.metadata = metadata
        self.onOutput = onOutput
        state = Mutex(State(session: WriteSession(id: id)))
    }

    func receive(_ request: WriteRequest) {
        let isHandled = state.withLock { state in
            if state.end != nil { return false }
            do throws(RPCStatus) {
                try carryOut(request, &state)
            } catch {
                state.end = .failed(error)
            }
            return true
        }
        if isHandled { onOutput() }
    }

    private func carryOut(_ request: WriteRequest, _ state: inout State) throws(RPCStatus) {
        switch try state.session.step(request) {
        case .open(let id, let response):
            state.database = id
            state.responses.append(response)
        case .commit(let writes):
            guard let id = state.database else { return }
            let size = service.core.calls == nil ? 0 : writes.reduce(0) { $0 + $1.storageSize }
            let outcome = try service.core.recording(.write, metadata, size: size) {
                metadata throws(RPCStatus) in
                metadata.note(.writes(writes, id))
                // The caller is that of the whole stream, but the database and its rules are those of now.
                let (database, caller) = try service.access(id, metadata)
                let outcome = try database.commit(writes, by: caller)
                metadata.bill(writes)
                return outcome
            }
            state.responses.append(state.session.answer(outcome))
        case .close(let response):
            state.responses.append(response)
            state.end = .ok
        }
    }

    func receiveEnd() { end(.ok, droppingResponses: false) }

    func cancel() { end(.failed(RPCStatus(.cancelled, nil)), droppingResponses: true) }

    private func end(_ end: RPCStreamEnd, droppingResponses: Bool) {
        let isEnd = state.withLock { state in
            if droppingResponses { state.responses = [] }
            if state.end != nil { return false }
            state.end = end
            return true
        }
        if isEnd, !droppingResponses { onOutput() }
    }

    func take() -> RPCStreamOutput<WriteResponse> {
        state.withLock { state in
            defer { state.responses = [] }
            return RPCStreamOutput(state.responses, end: state.end)
        }
    }
}
