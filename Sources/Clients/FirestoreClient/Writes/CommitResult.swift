public import FirestoreModel

/// What came of a commit.
public struct CommitResult: Sendable {
    /// One of the writes, carried out.
    public struct WrittenDocument: Sendable {
        /// The document that was written or deleted.
        public let reference: DocumentReference
        /// When the document last changed: earlier than the commit where the write changed nothing; nil for
        /// deletes.
        public let updateTime: Timestamp?
    }

    /// When the commit became visible, in the server's time; nil for an empty batch, which was not sent.
    public let commitTime: Timestamp?
    /// One entry for each write, in the order in which the writes were added.
    public let writes: [WrittenDocument]

    init(_ answer: CommitAnswer, of references: [DocumentReference]) {
        commitTime = answer.commitTime
        writes = zip(references, answer.writeResults).map {
            WrittenDocument(reference: $0, updateTime: $1.updateTime)
        }
    }

    /// The result of a batch without writes.
    init() {
        commitTime = nil
        writes = []
    }
}
