extension WriteBatch {
    /// Starts the commit after all earlier writes, and calls a handler on the settings' queue with nil or the error. Without a
    /// handler, an error is logged.
    public func commit(completion: (((any Error)?) -> Void)? = nil) {
        let taken = Result { () throws(FirestoreError) in try take() }
        firestore.write(completion) { [firestore] () throws(FirestoreError) in
            let writes = try taken.get().0
            if writes.isEmpty { return }
            _ = try await firestore.commit(writes.map { EncodedWrite($0) }, over: firestore.usableChannel())
        }
    }
}
