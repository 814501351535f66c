extension Firestore {
    /// Ends the client and calls a handler, on the queue of the settings; see ``terminate()``.
    public func terminate(completion: (((any Error)?) -> Void)? = nil) {
        read({ _, error in completion?(error) }) { () async throws(FirestoreError) in
            try await self.terminate()
        }
    }

    /// Calls a handler when the writes that were started are done, on the queue of the settings; see
    /// ``waitForPendingWrites()``.
    public func waitForPendingWrites(completion: @escaping ((any Error)?) -> Void) {
        read({ _, error in completion(error) }) { () async throws(FirestoreError) in
            try await self.waitForPendingWrites()
        }
    }
}
