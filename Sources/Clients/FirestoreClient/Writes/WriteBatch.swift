public import FirestoreModel
import Synchronization

/// Writes that are applied together or not at all.
///
/// ``Firestore/batch()`` creates one. Methods can be chained and called from any task. None of them throws: ``commit()`` reports
/// what cannot be written, such as an unsupported type or an invalid path.
///
///     let batch = db.batch()
///     batch.updateData(["readBy": FieldValue.arrayUnion(["bob"])], forDocument: message)
///     try await batch.commit()
///
/// A commit may contain as many writes as fit into 10 MiB of JSON; ``encodedSize`` is their size so far.
public final class WriteBatch: Sendable {
    private struct State {
        var collected = CollectedWrites()
        var isCommitted = false
        /// The size of the first ``sizedWrites`` writes.
        var size = 0
        var sizedWrites = 0
    }

    let firestore: Firestore
    private let state = Mutex(State())

    init(_ firestore: Firestore) {
        self.firestore = firestore
    }

    /// The number of writes in the batch.
    public var count: Int { state.withLock(\.collected.writes.count) }

    /// The size of the commit's JSON in bytes; a commit must not be larger than
    /// ``Firestore/maximumCommitSize``.
    public var encodedSize: Int {
        state.withLock { state in
            let writes = state.collected.writes
            for write in writes[state.sizedWrites...] { state.size += EncodedWrite(write).json.count }
            state.sizedWrites = writes.count
            return state.size + max(writes.count - 1, 0) + #"{"writes":[]}"#.utf8.count
        }
    }

    /// Adds a write that replaces the document, or creates it.
    ///
    /// - Returns: The batch.
    @discardableResult
    public func setData(_ data: [String: Any], forDocument document: DocumentReference) -> WriteBatch {
        add(document) { builder throws(FirestoreError) in try builder.set(data, document) }
    }

    /// Adds a write that replaces the document or, when merging, sets only the fields in the data. It creates a missing document.
    ///
    /// - Returns: The batch.
    @discardableResult
    public func setData(
        _ data: [String: Any], forDocument document: DocumentReference, merge: Bool
    ) -> WriteBatch {
        add(document) { builder throws(FirestoreError) in
            try builder.set(data, document, merge ? .merge : .replace)
        }
    }

    /// Adds a write that sets only the named fields, each of which must be in the data. It creates a missing document. `mergeFields` has
    /// the paths of the fields: strings with dots, or `FieldPath`.
    ///
    /// - Returns: The batch.
    @discardableResult
    public func setData(
        _ data: [String: Any], forDocument document: DocumentReference, mergeFields: [Any]
    ) -> WriteBatch {
        add(document) { builder throws(FirestoreError) in
            try builder.set(data, document, .fields(mergeFields))
        }
    }

    /// Adds a write that replaces or creates the document if the precondition holds, as in server SDKs.
    ///
    /// - Returns: The batch.
    @discardableResult
    public func setData(
        _ data: [String: Any], forDocument document: DocumentReference, precondition: WritePrecondition
    ) -> WriteBatch {
        add(document) { builder throws(FirestoreError) in
            try builder.set(data, document, precondition: precondition)
        }
    }

    /// Adds a write that changes some fields of a document, which must exist.
    ///
    /// - Parameters:
    ///   - fields: Values by field path; a key is a string with dots, such as `"meta.seen"`, or a `FieldPath`.
    ///   - document: The document.
    /// - Returns: The batch.
    @discardableResult
    public func updateData(_ fields: [AnyHashable: Any], forDocument document: DocumentReference)
        -> WriteBatch
    {
        add(document) { builder throws(FirestoreError) in try builder.update(fields, document) }
    }

    /// Adds a write that changes some fields if the precondition holds, as in server SDKs.
    ///
    /// - Returns: The batch.
    @discardableResult
    public func updateData(
        _ fields: [AnyHashable: Any], forDocument document: DocumentReference, precondition: WritePrecondition
    ) -> WriteBatch {
        add(document) { builder throws(FirestoreError) in
            try builder.update(fields, document, precondition: precondition)
        }
    }

    /// Adds a write that deletes the document, which need not exist. Its subcollections stay.
    ///
    /// - Returns: The batch.
    @discardableResult
    public func deleteDocument(_ document: DocumentReference) -> WriteBatch {
        add(document) { builder throws(FirestoreError) in try builder.delete(document) }
    }

    /// Adds a write that deletes the document if the precondition holds, as in server SDKs.
    ///
    /// - Returns: The batch.
    @discardableResult
    public func deleteDocument(_ document: DocumentReference, precondition: WritePrecondition) -> WriteBatch {
        add(document) { builder throws(FirestoreError) in
            try builder.delete(document, precondition: precondition)
        }
    }

    private func add(
        _ reference: DocumentReference, _ make: (WriteBuilder) throws(FirestoreError) -> Write
    ) -> WriteBatch {
        let write = Result { () throws(FirestoreError) in try make(firestore.writeBuilder) }
        state.withLock { $0.collected.add(write, to: reference) }
        return self
    }

    /// Applies the writes together or not at all. A batch can be committed only once, even if the commit fails.
    ///
    /// Sends one request, none for an empty batch, and retries it according to the `RetryPolicy` of the settings.
    ///
    /// - Returns: The time of the commit, and when each document last changed.
    /// - Throws: ``FirestoreError``: `.invalidArgument` for what cannot be written, `.failedPrecondition` if the batch has already
    ///   been committed, or what the server or the connection reports. After a lost connection, see
    ///   ``FirestoreError/isOutcomeUnknown``.
    @discardableResult
    public func commit() async throws(FirestoreError) -> CommitResult {
        let (writes, references) = try take()
        if writes.isEmpty { return CommitResult() }
        return CommitResult(try await firestore.commit(writes), of: references)
    }

    /// Marks the batch as committed and returns its writes.
    func take() throws(FirestoreError) -> ([Write], [DocumentReference]) {
        let (taken, wasCommitted) = state.withLock { state in
            defer { state.isCommitted = true }
            return (state, state.isCommitted)
        }
        if wasCommitted {
            throw FirestoreError(
                .failedPrecondition, "This batch has been committed before; make a new one with batch().")
        }
        return (try taken.collected.get(), taken.collected.references)
    }
}

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
