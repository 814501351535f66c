extension WriteBatch {
    /// Starts the commit, after the writes that were started before, and calls a handler with its error, or nil, on the
    /// queue of the settings. Without a handler an error is logged.
    public func commit(completion: (((any Error)?) -> Void)? = nil) {
        let taken = Result { () throws(FirestoreError) in try take() }
        firestore.write(completion) { [firestore] () throws(FirestoreError) in
            let writes = try taken.get().0
            if writes.isEmpty { return }
            _ = try await firestore.commit(writes.map { EncodedWrite($0) }, over: firestore.usableChannel())
        }
    }
}
