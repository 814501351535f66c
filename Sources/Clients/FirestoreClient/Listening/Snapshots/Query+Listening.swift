import ClientCore
import FirestoreModel
import FirestoreRPC

extension Query {
    /// The results of the query, now and after every change.
    public var snapshots: QuerySnapshotsSequence { snapshots() }

    /// The results of the query, now and after every change.
    ///
    /// - Parameter includeMetadataChanges: Whether a lost and a restored connection make a snapshot of their own; see
    ///   ``SnapshotMetadata/isFromCache``.
    public func snapshots(includeMetadataChanges: Bool = false) -> QuerySnapshotsSequence {
        QuerySnapshotsSequence(query: self, includeMetadataChanges: includeMetadataChanges)
    }

    /// Listens to the query: calls a handler with its results now and after every change, until the listener is removed.
    ///
    /// - Parameter listener: Called on the settings' queue with a snapshot, or once with the error that has ended the listener.
    /// - Returns: The listener.
    @discardableResult
    public func addSnapshotListener(
        _ listener: @escaping (QuerySnapshot?, (any Error)?) -> Void
    ) -> any ListenerRegistration {
        addSnapshotListener(options: SnapshotListenOptions(), listener: listener)
    }

    /// Listens to the query, as ``addSnapshotListener(_:)`` does.
    ///
    /// - Parameters:
    ///   - includeMetadataChanges: Whether changes of ``SnapshotMetadata`` alone make a snapshot.
    ///   - listener: Called on the settings' queue with a snapshot, or once with the error that has ended the listener.
    /// - Returns: The listener.
    @discardableResult
    public func addSnapshotListener(
        includeMetadataChanges: Bool, listener: @escaping (QuerySnapshot?, (any Error)?) -> Void
    ) -> any ListenerRegistration {
        addSnapshotListener(
            options: SnapshotListenOptions().withIncludeMetadataChanges(includeMetadataChanges),
            listener: listener)
    }

    /// Listens to the query, as ``addSnapshotListener(_:)`` does.
    ///
    /// - Parameters:
    ///   - options: Where the snapshots come from, and which there are.
    ///   - listener: Called on the settings' queue with a snapshot, or once with the error that has ended the listener.
    /// - Returns: The listener.
    @discardableResult
    public func addSnapshotListener(
        options: SnapshotListenOptions, listener: @escaping (QuerySnapshot?, (any Error)?) -> Void
    ) -> any ListenerRegistration {
        HandlerRegistration(
            firestore, options.source, snapshots(includeMetadataChanges: options.includeMetadataChanges),
            listener)
    }

    /// What the server is asked to watch, and the order of the results.
    func listenTarget() throws(FirestoreError) -> (target: Target.Content, order: DocumentOrder) {
        let (parent, query) = try structuredQuery()
        let below = parent.map { DocumentName(firestore.database, $0).description }
        return (
            .query(query, parent: below ?? "\(firestore.database)/documents"),
            DocumentOrder(spec.completeOrders)
        )
    }
}
