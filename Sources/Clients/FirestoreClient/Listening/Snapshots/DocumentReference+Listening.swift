extension DocumentReference {
    /// The document, now and after every change.
    public var snapshots: DocumentSnapshotsSequence { snapshots() }

    /// The document, now and after every change.
    ///
    /// - Parameter includeMetadataChanges: Whether a lost and a restored connection make a snapshot of their own; see
    ///   ``SnapshotMetadata/isFromCache``.
    public func snapshots(includeMetadataChanges: Bool = false) -> DocumentSnapshotsSequence {
        DocumentSnapshotsSequence(reference: self, includeMetadataChanges: includeMetadataChanges)
    }

    /// Listens to the document: calls a handler with it now and after every change, until the listener is removed.
    ///
    /// - Parameter listener: Called on the settings' queue with a snapshot, or once with the error that has ended the listener.
    /// - Returns: The listener.
    @discardableResult
    public func addSnapshotListener(
        _ listener: @escaping (DocumentSnapshot?, (any Error)?) -> Void
    ) -> any ListenerRegistration {
        addSnapshotListener(options: SnapshotListenOptions(), listener: listener)
    }

    /// Listens to the document, as ``addSnapshotListener(_:)`` does.
    ///
    /// - Parameters:
    ///   - includeMetadataChanges: Whether changes of ``SnapshotMetadata`` alone make a snapshot.
    ///   - listener: Called on the settings' queue with a snapshot, or once with the error that has ended the listener.
    /// - Returns: The listener.
    @discardableResult
    public func addSnapshotListener(
        includeMetadataChanges: Bool, listener: @escaping (DocumentSnapshot?, (any Error)?) -> Void
    ) -> any ListenerRegistration {
        addSnapshotListener(
            options: SnapshotListenOptions().withIncludeMetadataChanges(includeMetadataChanges),
            listener: listener)
    }

    /// Listens to the document, as ``addSnapshotListener(_:)`` does.
    ///
    /// - Parameters:
    ///   - options: Where the snapshots come from, and which there are.
    ///   - listener: Called on the settings' queue with a snapshot, or once with the error that has ended the listener.
    /// - Returns: The listener.
    @discardableResult
    public func addSnapshotListener(
        options: SnapshotListenOptions, listener: @escaping (DocumentSnapshot?, (any Error)?) -> Void
    ) -> any ListenerRegistration {
        HandlerRegistration(
            firestore, options.source, snapshots(includeMetadataChanges: options.includeMetadataChanges),
            listener)
    }
}
