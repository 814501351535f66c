import FirestoreModel
import FirestoreRPC

extension FirestoreService {
    /// Opens a stream behind a channel.
    func open(
        _ kind: ChannelKind, _ metadata: CallMetadata, _ onOutput: @escaping @Sendable () -> Void
    ) throws(RPCStatus) -> any ChannelStream {
        throw RPCStatus(.unimplemented, nil)
    }
}
