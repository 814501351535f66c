import ClientCore
import FirestoreModel
import Logging
import Synchronization

/// Reads documents, and collects writes that are made only if nobody else has changed what was read.
///
/// ``Firestore/runTransaction(with:_:)`` passes one to its body for each attempt. All reads come before the first write.
/// Methods that write can be chained. None of them throws: the transaction fails if something cannot be written.
///
/// The server guards what is read, with locks or by a comparison at the commit. So writes need no preconditions of their
/// own, as they have in Firebase's SDK.
public final class Transaction: Sendable {
    private struct State {
        var collected = CollectedWrites()
        var hasEnded = false
        var hadConflict = false
    }

    private let firestore: Firestore
    let server: ServerTransaction
    /// Whether the body runs on a thread that it may block.
    let mayBlock: Bool
    private let state = Mutex(State())

    init(_ firestore: Firestore, _ server: ServerTransaction, mayBlock: Bool) {
        self.firestore = firestore
        self.server = server
        self.mayBlock = mayBlock
    }

    // MARK: Reads

    /// Reads a document. It is billed as one read.
    ///
    /// - Returns: The document's state; `exists` is false for a missing one.
    /// - Throws: ``FirestoreError``: `.invalidArgument` after a write, `.aborted` if others write to the document. Let it leave the
    ///   body, so that the transaction is tried again where that helps.
    public func getDocument(_ document: DocumentReference) async throws(FirestoreError) -> DocumentSnapshot {
        try await read(document)
    }

    func read(_ document: DocumentReference) async throws(FirestoreError) -> DocumentSnapshot {
        let name = try document.name(for: "getDocument")
        let subject = "getDocument of \(document.path.quotedForMessage)"
        if name.database != firestore.database {
            throw .invalidArgument(
                "\(subject): the document is in \(name.database), but the transaction in \(firestore.database)."
            )
        }
        try state.withLock { state throws(FirestoreError) in
            if state.hasEnded {
                throw FirestoreError(.failedPrecondition, "\(subject): the transaction has ended.")
            }
            if !state.collected.isEmpty {
                throw .invalidArgument(
                    "\(subject): a transaction must make all reads before its first write.")
            }
        }
        do throws(FirestoreError) {
            let documents = try await firestore.batchGet([name], in: server)
            return DocumentSnapshot(document, documents.first ?? nil)
        } catch {
            if error.isTransactionConflict { state.withLock { $0.hadConflict = true } }
            throw error
        }
    }

    // MARK: Writes

    /// Adds a write that replaces the document, or creates it.
    ///
    /// - Returns: The transaction.
    @discardableResult
    public func setData(_ data: [String: Any], forDocument document: DocumentReference) -> Transaction {
        add(document) { builder throws(FirestoreError) in try builder.set(data, document) }
    }

    /// Adds a write that replaces the document or, when merging, sets only the fields in the data. It creates a missing document.
    ///
    /// - Returns: The transaction.
    @discardableResult
    public func setData(
        _ data: [String: Any], forDocument document: DocumentReference, merge: Bool
    ) -> Transaction {
        add(document) { builder throws(FirestoreError) in
            try builder.set(data, document, merge ? .merge : .replace)
        }
    }

    /// Adds a write that sets only the named fields, each of which must be in the data. It creates a missing document. `mergeFields` has
    /// the paths of the fields: strings with dots, or `FieldPath`.
    ///
    /// - Returns: The transaction.
    @discardableResult
    public func setData(
        _ data: [String: Any], forDocument document: DocumentReference, mergeFields: [Any]
    ) -> Transaction {
        add(document) { builder throws(FirestoreError) in
            try builder.set(data, document, .fields(mergeFields))
        }
    }

    /// Adds a write that changes some fields of a document. If it does not exist, the transaction fails with `.notFound`.
    ///
    /// - Parameters:
    ///   - fields: Values by field path; a key is a string with dots, such as `"meta.seen"`, or a `FieldPath`.
    ///   - document: The document.
    /// - Returns: The transaction.
    @discardableResult
    public func updateData(
        _ fields: [AnyHashable: Any], forDocument document: DocumentReference
    ) -> Transaction {
        add(document) { builder throws(FirestoreError) in try builder.update(fields, document) }
    }

    /// Adds a write that deletes the document, which need not exist. Its subcollections stay.
    ///
    /// - Returns: The transaction.
    @discardableResult
    public func deleteDocument(_ document: DocumentReference) -> Transaction {
        add(document) { builder throws(FirestoreError) in try builder.delete(document) }
    }

    private func add(
        _ document: DocumentReference, _ make: (WriteBuilder) throws(FirestoreError) -> Write
    ) -> Transaction {
        let write = Result { () throws(FirestoreError) in try make(firestore.writeBuilder) }
        let isLate = state.withLock { state in
            if !state.hasEnded { state.collected.add(write, to: document) }
            return state.hasEnded
        }
        // It may come from a task that the body has left behind. Nobody awaits anything, so the log is all that can tell.
        if isLate { firestore.logger.error("a write was added to a transaction that has ended, and is lost") }
        return self
    }

    // MARK: The end

    /// What a transaction has done when its body returns.
    struct Ending {
        let collected: CollectedWrites
        /// Whether the server has ended the transaction during a read.
        let hadConflict: Bool
    }

    /// Makes all later reads and writes fail.
    func end() -> Ending {
        state.withLock { state in
            state.hasEnded = true
            return Ending(collected: state.collected, hadConflict: state.hadConflict)
        }
    }
}
