import FirestoreModel
package import FirestoreRPC

/// Streams without a socket.
extension Emulator {
    /// Opens a stream that tells of changes in documents and queries, in this process.
    ///
    /// - Parameters:
    ///   - authorization: The `authorization` header of a request by the same caller; `Bearer owner` for an administrator.
    ///   - onOutput: Called when there is something to take, on any thread; it must not call the stream.
    /// - Throws: INVALID_ARGUMENT or UNAUTHENTICATED for credentials that nobody has.
    package func listen(
        authorization: String?, onOutput: @escaping @Sendable () -> Void
    ) throws(RPCStatus) -> any RPCStream<ListenRequest, ListenResponse> {
        try front.service.listen(CallMetadata(authorization: authorization), onOutput: onOutput)
    }

    /// Opens a stream of commits, in this process. Parameters and errors are those of ``listen(authorization:onOutput:)``.
    package func write(
        authorization: String?, onOutput: @escaping @Sendable () -> Void
    ) throws(RPCStatus) -> any RPCStream<WriteRequest, WriteResponse> {
        try front.service.write(CallMetadata(authorization: authorization), onOutput: onOutput)
    }
}
