extension Firestore {
    /// Ends the client, and calls a handler on the settings' queue; see ``terminate()``.
    public func terminate(completion: (((any Error)?) -> Void)? = nil) {
        read({ _, error in completion?(error) }) { () async throws(FirestoreError) in
            try await self.terminate()
        }
    }

    /// Calls a handler on the settings' queue when all started writes are done; see ``waitForPendingWrites()``.
    public func waitForPendingWrites(completion: @escaping ((any Error)?) -> Void) {
        read({ _, error in completion(error) }) { () async throws(FirestoreError) in
            try await self.waitForPendingWrites()
        }
    }
}
