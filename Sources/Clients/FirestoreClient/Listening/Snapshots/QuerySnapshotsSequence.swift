extension Query {
    /// The results of a query, now and after every change.
    ///
    /// Each iterator listens with its first element, until it goes. A lost connection is made again without limit, and only what has
    /// changed meanwhile is sent and billed. A slow reader finds one snapshot in place of those that it has missed.
    ///
    /// The sequence only ends by an error: `.permissionDenied` when the rules do not allow the query, or no longer do;
    /// `.unauthenticated` when a token has expired and there is no other; `.unimplemented` when the server or the client's transport has
    /// no streams; `.cancelled` when the task is cancelled.
    public struct QuerySnapshotsSequence: AsyncSequence, Sendable {
        /// The results, and what has changed.
        public typealias Element = QuerySnapshot
        /// Why listening has ended.
        public typealias Failure = FirestoreError

        let query: Query
        let includeMetadataChanges: Bool

        /// Creates an iterator. Sends nothing yet.
        public func makeAsyncIterator() -> Iterator { Iterator(query, includeMetadataChanges) }

        /// Returns the snapshots one by one.
        public struct Iterator: AsyncIteratorProtocol {
            private let query: Query
            private let includeMetadataChanges: Bool
            private var listening: Listening?
            private var hasEnded = false

            private struct Listening {
                let subscription: TargetSubscription
                var view: QueryView
                var metadata: SnapshotMetadata?
            }

            init(_ query: Query, _ includeMetadataChanges: Bool) {
                self.query = query
                self.includeMetadataChanges = includeMetadataChanges
            }

            /// Waits for the next snapshot.
            ///
            /// - Returns: The snapshot; nil after an error only.
            /// - Throws: ``FirestoreError``, see ``QuerySnapshotsSequence``.
            public mutating func next() async throws(FirestoreError) -> QuerySnapshot? {
                try await next(isolation: nil)
            }

            /// Waits for the next snapshot, on the caller's actor.
            ///
            /// - Parameter actor: The caller's actor.
            /// - Returns: The snapshot; nil after an error only.
            /// - Throws: ``FirestoreError``, see ``QuerySnapshotsSequence``.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(FirestoreError) -> QuerySnapshot? {
                if hasEnded { return nil }
                do throws(FirestoreError) {
                    var listening = try takeListening()
                    defer { self.listening = listening }
                    while true {
                        let update = try await listening.subscription.next()
                        if let snapshot = snapshot(update, &listening) { return snapshot }
                    }
                } catch {
                    hasEnded = true
                    listening = nil
                    throw error
                }
            }

            /// The snapshot after an update; nil if there is nothing new in it.
            private func snapshot(_ update: TargetUpdate, _ listening: inout Listening) -> QuerySnapshot? {
                let changes = listening.view.apply(update)
                let metadata = SnapshotMetadata(isFromCache: !update.isCurrent)
                let isNews = includeMetadataChanges && metadata != listening.metadata
                if changes.isEmpty, listening.metadata != nil, !isNews { return nil }
                listening.metadata = metadata
                return QuerySnapshot(
                    query: query, documents: listening.view.documents, readTime: update.readTime,
                    metadata: metadata, changes: changes)
            }

            /// The view must not be held twice while it changes: it would be copied.
            private mutating func takeListening() throws(FirestoreError) -> Listening {
                defer { listening = nil }
                if let listening { return listening }
                return try begin()
            }

            private func begin() throws(FirestoreError) -> Listening {
                let (target, order) = try query.listenTarget()
                let subscription = query.firestore.listeners.listen(
                    to: target, subject: "Listening to \(query.spec.name.quotedForMessage)",
                    of: query.firestore)
                return Listening(subscription: subscription, view: QueryView(query.firestore, order))
            }
        }
    }
}
