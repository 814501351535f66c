import FirestoreModel
import Synchronization

/// Writes that are carried out all together or not at all.
///
/// Made by ``Firestore/batch()``. Methods can be chained and may be called from any task. None of them
/// throws: what cannot be written (an unsupported type, a bad path) is remembered and thrown by ``commit()``.
///
///     let batch = db.batch()
///     batch.updateData(["readBy": FieldValue.arrayUnion(["bob"])], forDocument: message)
///     try await batch.commit()
///
/// A commit may hold as many writes as fit into 10 MiB of JSON; ``encodedSize`` tells how full it is.
public final class WriteBatch: Sendable {
    private struct State {
        var writes: [Write] = []
        var references: [DocumentReference] = []
        var problem: FirestoreError?
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

    /// How many writes the batch holds.
    public var count: Int { state.withLock(\.writes.count) }

    /// The size of the commit's JSON in bytes; a commit must not be larger than
    /// ``Firestore/maximumCommitSize``.
    public var encodedSize: Int {
        state.withLock { state in
            for write in state.writes[state.sizedWrites...] {
                state.size += EncodedWrite(write).json.count
            }
            state.sizedWrites = state.writes.count
            return state.size + max(state.writes.count - 1, 0) + #"{"writes":[]}"#.utf8.count
        }
    }

    /// Adds a write that replaces the document, or creates it.
    ///
    /// - Returns: The batch.
    @discardableResult
    public func setData(_ data: [String: Any], forDocument document: DocumentReference) -> WriteBatch {
        add(document) { builder throws(FirestoreError) in try builder.set(data, document) }
    }

    /// Adds a write that replaces the document or, merging, sets just the fields in the data; creates the
    /// document where there is none.
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

    /// Adds a write that sets just the named fields, each of which must be in the data; creates the document
    /// where there is none.
    ///
    /// - Parameter mergeFields: Field paths, as texts in dot form or as `FieldPath`.
    /// - Returns: The batch.
    @discardableResult
    public func setData(
        _ data: [String: Any], forDocument document: DocumentReference, mergeFields: [Any]
    ) -> WriteBatch {
        add(document) { builder throws(FirestoreError) in
            try builder.set(data, document, .fields(mergeFields))
        }
    }

    /// Adds a write that replaces or creates the document if the precondition holds, as server SDKs allow.
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

    /// Adds a write that changes single fields of a document, which must exist.
    ///
    /// - Parameters:
    ///   - fields: Values by field path; a key is a text in dot form, such as `"meta.seen"`, or a `FieldPath`.
    ///   - document: The document.
    /// - Returns: The batch.
    @discardableResult
    public func updateData(_ fields: [AnyHashable: Any], forDocument document: DocumentReference)
        -> WriteBatch
    {
        add(document) { builder throws(FirestoreError) in try builder.update(fields, document) }
    }

    /// Adds a write that changes single fields if the precondition holds, as server SDKs allow.
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

    /// Adds a write that deletes the document; it need not exist, and what lies below it stays.
    ///
    /// - Returns: The batch.
    @discardableResult
    public func deleteDocument(_ document: DocumentReference) -> WriteBatch {
        add(document) { builder throws(FirestoreError) in try builder.delete(document) }
    }

    /// Adds a write that deletes the document if the precondition holds, as server SDKs allow.
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
        let result: Result<Write, FirestoreError>
        do throws(FirestoreError) {
            result = .success(try make(firestore.writeBuilder))
        } catch {
            result = .failure(error)
        }
        state.withLock { state in
            switch result {
            case .success(let write):
                state.writes.append(write)
                state.references.append(reference)
            case .failure(let problem):
                state.problem = state.problem ?? problem
            }
        }
        return self
    }

    /// Carries the writes out, all together or not at all. A batch can be committed once, also if that fails.
    ///
    /// Sends one request; none for an empty batch. Repeats it as ``RetryPolicy`` tells.
    ///
    /// - Returns: When the commit happened, and when each document last changed.
    /// - Throws: ``FirestoreError``: `.invalidArgument` for what could not be written, `.failedPrecondition`
    ///   when the batch has been committed before, else what the server or the connection reports. See
    ///   ``FirestoreError/isOutcomeUnknown`` for a connection that was lost.
    @discardableResult
    public func commit() async throws(FirestoreError) -> CommitResult {
        let (writes, references) = try take()
        if writes.isEmpty { return CommitResult() }
        return CommitResult(try await firestore.commit(writes), of: references)
    }

    /// Marks the batch as committed and gives its writes away.
    func take() throws(FirestoreError) -> ([Write], [DocumentReference]) {
        let (taken, wasCommitted) = state.withLock { state in
            defer { state.isCommitted = true }
            return (state, state.isCommitted)
        }
        if wasCommitted {
            throw FirestoreError(
                .failedPrecondition, "This batch has been committed before; make a new one with batch().")
        }
        if let problem = taken.problem { throw problem }
        return (taken.writes, taken.references)
    }
}
