package import FirestoreModel

/// What has changed for a listener.
package struct TargetUpdate: Sendable {
    /// Documents that are new or have changed; nil for those that are gone.
    package private(set) var changes: [DocumentName: Document?]
    /// Whether the listener knows all that the server has: false while there is no connection.
    package private(set) var isCurrent: Bool
    /// The time of the database that the documents are of; nil if the server has not said.
    package private(set) var readTime: Timestamp?

    /// How many documents the server has sent, some perhaps again; each is billed as a read.
    package private(set) var documentsRead: Int

    /// Adds a later update, for a listener that has not taken the earlier one yet.
    package mutating func merge(_ later: TargetUpdate) {
        changes.merge(later.changes) { $1 }
        isCurrent = later.isCurrent
        readTime = later.readTime ?? readTime
        documentsRead += later.documentsRead
    }

    init(
        changes: [DocumentName: Document?], isCurrent: Bool, readTime: Timestamp?, documentsRead: Int = 0
    ) {
        self.changes = changes
        self.isCurrent = isCurrent
        self.readTime = readTime
        self.documentsRead = documentsRead
    }
}
