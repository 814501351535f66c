extension DatabaseQuery {
    /// Observes events of the query: at first what is there, then what changes.
    ///
    /// All observers of a query share one connection, which is made again when it is lost. Events arrive on
    /// ``Database/callbackQueue``, in order, when the server has sent them, also those of this client's own writes.
    ///
    /// - Parameters:
    ///   - eventType: Which events.
    ///   - block: Gets the snapshot of the child, or of all for `.value`.
    ///   - cancelBlock: Gets the ``DatabaseError`` that ends the observing, such as a refusal by the rules.
    /// - Returns: A handle for ``removeObserver(withHandle:)``.
    @discardableResult
    public func observe(
        _ eventType: DataEventType, with block: @escaping (DataSnapshot) -> Void,
        withCancel cancelBlock: ((any Error) -> Void)? = nil
    ) -> DatabaseHandle {
        observe(eventType, isSingle: false, { snapshot, _ in block(snapshot) }, cancelBlock)
    }

    /// Observes events of the query, as ``observe(_:with:withCancel:)``; the block also gets the key of the child that
    /// comes before in the order of the query, or nil.
    ///
    /// - Returns: A handle for ``removeObserver(withHandle:)``.
    @discardableResult
    public func observe(
        _ eventType: DataEventType,
        andPreviousSiblingKeyWith block: @escaping (DataSnapshot, String?) -> Void,
        withCancel cancelBlock: ((any Error) -> Void)? = nil
    ) -> DatabaseHandle {
        observe(eventType, isSingle: false, block, cancelBlock)
    }

    /// Observes the next event, which for `.value` is what is there.
    public func observeSingleEvent(
        of eventType: DataEventType, with block: @escaping (DataSnapshot) -> Void,
        withCancel cancelBlock: ((any Error) -> Void)? = nil
    ) {
        observe(eventType, isSingle: true, { snapshot, _ in block(snapshot) }, cancelBlock)
    }

    /// Observes the next event; the block also gets the key of the child that comes before, or nil.
    public func observeSingleEvent(
        of eventType: DataEventType,
        andPreviousSiblingKeyWith block: @escaping (DataSnapshot, String?) -> Void,
        withCancel cancelBlock: ((any Error) -> Void)? = nil
    ) {
        observe(eventType, isSingle: true, block, cancelBlock)
    }

    /// Removes an observer. Events that are already on their way are not delivered.
    ///
    /// A reference to the whole location also removes observers of its queries.
    public func removeObserver(withHandle handle: DatabaseHandle) {
        location.database.observers.remove(handle, from: self)
    }

    /// Removes all observers of the query; from a reference, those of its location and its queries. Observers of
    /// children stay.
    public func removeAllObservers() { location.database.observers.remove(nil, from: self) }

    /// Does nothing: without a cache there is nothing to keep, and every read asks the server.
    public func keepSynced(_ keepSynced: Bool) {}

    @discardableResult
    private func observe(
        _ type: DataEventType, isSingle: Bool, _ block: @escaping (DataSnapshot, String?) -> Void,
        _ cancel: ((any Error) -> Void)?
    ) -> DatabaseHandle {
        let database = location.database
        let observer = Observer(on: database.callbackQueue, block, cancel: cancel)
        return database.observers.add(observer, of: self, type, isSingle: isSingle)
    }
}

extension DatabaseQuery {
    /// Waits for the next event.
    ///
    /// - Returns: The snapshot, and the key of the child that comes before, or nil.
    /// - Throws: ``DatabaseError``; Firebase's SDK never returns instead.
    public func observeSingleEventAndPreviousSiblingKey(
        of eventType: DataEventType
    ) async throws(DatabaseError) -> (DataSnapshot, String?) {
        typealias Outcome = Result<(DataSnapshot, String?), DatabaseError>
        return try await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
            observeSingleEvent(of: eventType) { snapshot, previousKey in
                continuation.resume(returning: .success((snapshot, previousKey)))
            } withCancel: { error in
                let error = error as? DatabaseError
                continuation.resume(
                    returning: .failure(error ?? DatabaseError(.unknown, "observeSingleEvent failed.")))
            }
        }.get()
    }
}
