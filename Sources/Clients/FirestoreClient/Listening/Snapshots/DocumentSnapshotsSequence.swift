import FirestoreModel
import FirestoreRPC

extension DocumentReference {
    /// A document, now and after every change, like ``Query/QuerySnapshotsSequence``.
    public struct DocumentSnapshotsSequence: AsyncSequence, Sendable {
        /// The document, which may be missing.
        public typealias Element = DocumentSnapshot
        /// Why listening has ended.
        public typealias Failure = FirestoreError

        let reference: DocumentReference
        let includeMetadataChanges: Bool

        /// Creates an iterator. Sends nothing yet.
        public func makeAsyncIterator() -> Iterator { Iterator(reference, includeMetadataChanges) }

        /// Returns the snapshots one by one.
        public struct Iterator: AsyncIteratorProtocol {
            private let reference: DocumentReference
            private let includeMetadataChanges: Bool
            private var subscription: TargetSubscription?
            private var document: Document?
            private var metadata: SnapshotMetadata?
            private var hasEnded = false

            init(_ reference: DocumentReference, _ includeMetadataChanges: Bool) {
                self.reference = reference
                self.includeMetadataChanges = includeMetadataChanges
            }

            /// Waits for the next snapshot.
            ///
            /// - Returns: The snapshot; nil after an error only.
            /// - Throws: ``FirestoreError``, see ``Query/QuerySnapshotsSequence``.
            public mutating func next() async throws(FirestoreError) -> DocumentSnapshot? {
                try await next(isolation: nil)
            }

            /// Waits for the next snapshot, on the caller's actor.
            ///
            /// - Parameter actor: The caller's actor.
            /// - Returns: The snapshot; nil after an error only.
            /// - Throws: ``FirestoreError``, see ``Query/QuerySnapshotsSequence``.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(FirestoreError) -> DocumentSnapshot? {
                if hasEnded { return nil }
                do throws(FirestoreError) {
                    let name = try reference.name(for: "addSnapshotListener")
                    let subscription = self.subscription ?? begin(name)
                    self.subscription = subscription
                    while true {
                        let update = try await subscription.next()
                        let change = update.changes[name]
                        if let change { document = change }
                        let metadata = SnapshotMetadata(isFromCache: !update.isCurrent)
                        let isNews = includeMetadataChanges && metadata != self.metadata
                        if change == nil, self.metadata != nil, !isNews { continue }
                        self.metadata = metadata
                        return DocumentSnapshot(reference, document, metadata)
                    }
                } catch {
                    hasEnded = true
                    subscription = nil
                    throw error
                }
            }

            private func begin(_ name: DocumentName) -> TargetSubscription {
                reference.firestore.listeners.listen(
                    to: .documents([WrittenName(name.description)]),
                    subject: "Listening to \(reference.path.quotedForMessage)", of: reference.firestore)
            }
        }
    }
}
