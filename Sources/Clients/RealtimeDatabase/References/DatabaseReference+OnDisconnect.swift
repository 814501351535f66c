// Writes that the server carries out when the connection is lost: these need the SDK's WebSocket.
extension DatabaseReference {
    /// Not supported.
    ///
    /// - Returns: This reference.
    /// - Throws: ``DatabaseError`` with `.unsupported`.
    @discardableResult
    public nonisolated(nonsending) func onDisconnectSetValue(
        _ value: Any?
    ) async throws(DatabaseError) -> DatabaseReference {
        throw try onDisconnectUnsupported("onDisconnectSetValue")
    }

    /// Not supported.
    ///
    /// - Returns: This reference.
    /// - Throws: ``DatabaseError`` with `.unsupported`.
    @discardableResult
    public nonisolated(nonsending) func onDisconnectSetValue(
        _ value: Any?, andPriority priority: Any?
    ) async throws(DatabaseError) -> DatabaseReference {
        throw try onDisconnectUnsupported("onDisconnectSetValue")
    }

    /// Not supported.
    ///
    /// - Returns: This reference.
    /// - Throws: ``DatabaseError`` with `.unsupported`.
    @discardableResult
    public func onDisconnectRemoveValue() async throws(DatabaseError) -> DatabaseReference {
        throw try onDisconnectUnsupported("onDisconnectRemoveValue")
    }

    /// Not supported.
    ///
    /// - Returns: This reference.
    /// - Throws: ``DatabaseError`` with `.unsupported`.
    @discardableResult
    public nonisolated(nonsending) func onDisconnectUpdateChildValues(
        _ values: [AnyHashable: Any]
    ) async throws(DatabaseError) -> DatabaseReference {
        throw try onDisconnectUnsupported("onDisconnectUpdateChildValues")
    }

    /// Not supported.
    ///
    /// - Returns: This reference.
    /// - Throws: ``DatabaseError`` with `.unsupported`.
    @discardableResult
    public func cancelDisconnectOperations() async throws(DatabaseError) -> DatabaseReference {
        throw try onDisconnectUnsupported("cancelDisconnectOperations")
    }

    func onDisconnectUnsupported(_ method: String) throws(DatabaseError) -> DatabaseError {
        DatabaseError(
            .unsupported,
            "\(Call.subject(method, try path(for: method))) failed: the server notices disconnections only over "
                + "the SDK's own protocol, not over REST.")
    }
}
