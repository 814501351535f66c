import FirestoreModel
import FirestoreRPC

/// The streams in both directions.
extension FirestoreService {
    /// Opens a stream that tells a client of changes in documents and queries.
    ///
    /// - Parameters:
    ///   - metadata: What came with the call; its caller is that of the whole stream.
    ///   - onOutput: Called when there is something to take, on any thread; it must not call the stream.
    /// - Throws: INVALID_ARGUMENT or UNAUTHENTICATED for credentials that nobody has.
    func listen(
        _ metadata: CallMetadata, onOutput: @escaping @Sendable () -> Void
    ) throws(RPCStatus) -> some RPCStream<ListenRequest, ListenResponse> {
        _ = try core.senders.sender(authorization: metadata.authorization)
        return ListenStream(service: self, metadata: metadata, onOutput: onOutput)
    }

    /// Opens a stream of commits. Parameters and errors are those of ``listen(_:onOutput:)``.
    func write(
        _ metadata: CallMetadata, onOutput: @escaping @Sendable () -> Void
    ) throws(RPCStatus) -> some RPCStream<WriteRequest, WriteResponse> {
        _ = try core.senders.sender(authorization: metadata.authorization)
        return WriteStream(id: core.nextStreamID(), service: self, metadata: metadata, onOutput: onOutput)
    }
}
