// Calls that return at once. Writes are sent in the order of the calls, and before reads that start later; an error goes to
// the handler, on the callback queue, or is logged without one.
extension DatabaseReference {
    /// Starts to replace all data here; nil removes it.
    public func setValue(
        _ value: Any?, withCompletionBlock block: (((any Error)?, DatabaseReference) -> Void)? = nil
    ) {
        write(block) { () throws(DatabaseError) in try put("setValue", plain: value) }
    }

    /// Starts to replace all data here, without a priority.
    public func setValue(
        _ value: Any?, andPriority priority: Any?,
        withCompletionBlock block: (((any Error)?, DatabaseReference) -> Void)? = nil
    ) {
        write(block) { () throws(DatabaseError) in try put(value, priority: priority) }
    }

    /// Fails with `.unsupported`.
    public func setPriority(
        _ priority: Any?, withCompletionBlock block: (((any Error)?, DatabaseReference) -> Void)? = nil
    ) {
        write(block) { () throws(DatabaseError) in throw try unsupportedPriority("setPriority") }
    }

    /// Starts to replace data at several paths below, all of it or nothing.
    public func updateChildValues(
        _ values: [AnyHashable: Any],
        withCompletionBlock block: (((any Error)?, DatabaseReference) -> Void)? = nil
    ) {
        write(block) { () throws(DatabaseError) in try patch(plain: values) }
    }

    /// Starts to remove all data here.
    public func removeValue(completionBlock block: (((any Error)?, DatabaseReference) -> Void)? = nil) {
        write(block) { () throws(DatabaseError) in try delete() }
    }

    private func write(
        _ block: (((any Error)?, DatabaseReference) -> Void)?, _ make: () throws(DatabaseError) -> Call?
    ) {
        database.write(block.map { block in { error in block(error, self) } }, make)
    }
}

// Fail with `.unsupported`.
extension DatabaseReference {
    /// Fails with `.unsupported`.
    public func onDisconnectSetValue(
        _ value: Any?, withCompletionBlock block: (((any Error)?, DatabaseReference) -> Void)? = nil
    ) {
        write(block) { () throws(DatabaseError) in throw try onDisconnectUnsupported("onDisconnectSetValue") }
    }

    /// Fails with `.unsupported`.
    public func onDisconnectSetValue(
        _ value: Any?, andPriority priority: Any?,
        withCompletionBlock block: (((any Error)?, DatabaseReference) -> Void)? = nil
    ) {
        write(block) { () throws(DatabaseError) in throw try onDisconnectUnsupported("onDisconnectSetValue") }
    }

    /// Fails with `.unsupported`.
    public func onDisconnectRemoveValue(
        completionBlock block: (((any Error)?, DatabaseReference) -> Void)? = nil
    ) {
        write(block) { () throws(DatabaseError) in
            throw try onDisconnectUnsupported("onDisconnectRemoveValue")
        }
    }

    /// Fails with `.unsupported`.
    public func onDisconnectUpdateChildValues(
        _ values: [AnyHashable: Any],
        withCompletionBlock block: (((any Error)?, DatabaseReference) -> Void)? = nil
    ) {
        write(block) { () throws(DatabaseError) in
            throw try onDisconnectUnsupported("onDisconnectUpdateChildValues")
        }
    }

    /// Fails with `.unsupported`.
    public func cancelDisconnectOperations(
        completionBlock block: (((any Error)?, DatabaseReference) -> Void)? = nil
    ) {
        write(block) { () throws(DatabaseError) in
            throw try onDisconnectUnsupported("cancelDisconnectOperations")
        }
    }
}
