import FirestoreModel
import FirestoreRPC

/// The streams in both directions.
extension FirestoreService {
    /// Opens a stream that tells a client of changes in documents and queries.
    ///
    /// - Parameters:
    ///   - metadata: What came with the call; its caller is that of the whole stream.
    ///   - onOutput: Called when there is something to take, on any thread; it must not call the stream.
    /// - Throws: INVALID_ARGUMENT or UNAUTHENTICATED for credentials that nobody has; the status of a fault.
    func listen(
        _ metadata: CallMetadata, onOutput: @escaping @Sendable () -> Void
    ) throws(RPCStatus) -> any RPCStream<ListenRequest, ListenResponse> {
        _ = try core.senders.sender(authorization: metadata.authorization)
        return try open(.listen, onOutput) { onOutput in
            ListenStream(service: self, metadata: metadata, onOutput: onOutput)
        }
    }

    /// Opens a stream of commits. Parameters and errors are those of ``listen(_:onOutput:)``.
    func write(
        _ metadata: CallMetadata, onOutput: @escaping @Sendable () -> Void
    ) throws(RPCStatus) -> any RPCStream<WriteRequest, WriteResponse> {
        _ = try core.senders.sender(authorization: metadata.authorization)
        return try open(.write, onOutput) { onOutput in
            WriteStream(
                id: String(core.nextStreamNumber()), service: self, metadata: metadata, onOutput: onOutput)
        }
    }

    /// Opens a stream, behind a fault if one is set.
    private func open<Request: Sendable, Response: Sendable>(
        _ method: ServiceMethod, _ onOutput: @escaping @Sendable () -> Void,
        _ open: (@escaping @Sendable () -> Void) -> any RPCStream<Request, Response>
    ) throws(RPCStatus) -> any RPCStream<Request, Response> {
        guard let fault = core.faults.next(method) else { return open(onOutput) }
        return try FaultyStream(fault, core.faults, onOutput: onOutput) { open($0) }
    }
}
