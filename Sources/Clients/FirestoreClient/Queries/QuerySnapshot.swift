public import FirestoreModel

/// The results of a query.
public struct QuerySnapshot: Sendable {
    /// The query.
    public let query: Query
    /// The documents, in the order of the query.
    public let documents: [QueryDocumentSnapshot]
    /// The time at which the database was read; nil if the server does not report it.
    public let readTime: Timestamp?
    /// Whether the documents are what the server has.
    public let metadata: SnapshotMetadata
    private let changes: [DocumentChange]?

    /// - Parameter changes: What has changed since the snapshot before; nil if there was none.
    init(
        query: Query, documents: [QueryDocumentSnapshot], readTime: Timestamp?,
        metadata: SnapshotMetadata = SnapshotMetadata(), changes: [DocumentChange]? = nil
    ) {
        self.query = query
        self.documents = documents
        self.readTime = readTime
        self.metadata = metadata
        self.changes = changes
    }

    /// The number of documents.
    public var count: Int { documents.count }
    /// True if there are no documents.
    public var isEmpty: Bool { documents.isEmpty }

    /// What has changed since the listener's snapshot before; without one, all documents were added.
    ///
    /// Removed documents come first, then added and then modified ones.
    public var documentChanges: [DocumentChange] {
        changes
            ?? documents.enumerated().map { DocumentChange(.added, $0.element, old: nil, new: $0.offset) }
    }

    /// What has changed since the listener's snapshot before, as ``documentChanges`` lists it.
    ///
    /// - Parameter includeMetadataChanges: Has no effect: the metadata of a document alone never changes, because there are no
    ///   unconfirmed writes.
    /// - Returns: The changes.
    public func documentChanges(includeMetadataChanges: Bool) -> [DocumentChange] { documentChanges }
}
