public import FirestoreModel

/// The result of a commit.
public struct CommitResult: Sendable {
    /// The result of one write.
    public struct WrittenDocument: Sendable {
        /// The document that was written or deleted.
        public let reference: DocumentReference
        /// When the document last changed, which is earlier than the commit if the write changed nothing; nil for deletes.
        public let updateTime: Timestamp?
    }

    /// When the commit became visible, by the server's clock; nil for an empty batch, which is not sent.
    public let commitTime: Timestamp?
    /// One entry for each write, in order.
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
