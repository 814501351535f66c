import FirestoreModel
import FirestoreREST
import FirestoreRPC

extension FirestoreService {
    /// Opens a stream behind a channel.
    func open(
        _ kind: ChannelKind, _ metadata: CallMetadata, _ onOutput: @escaping @Sendable () -> Void
    ) throws(RPCStatus) -> any ChannelStream {
        switch kind {
        case .listen:
            JSONStream(stream: try listen(metadata, onOutput: onOutput)) { body throws(RPCStatus) in
                try ListenRequest.decode(body)
            }
        case .write:
            JSONStream(stream: try write(metadata, onOutput: onOutput)) { body throws(RPCStatus) in
                try WriteRequest.decode(body)
            }
        }
    }
}
