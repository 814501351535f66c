import FirestoreModel

/// The writes that a batch or a transaction has collected, and the first one that cannot be made.
struct CollectedWrites {
    private(set) var writes: [Write] = []
    /// The documents that the app named, one for each write.
    private(set) var references: [DocumentReference] = []
    private var problem: FirestoreError?

    /// True if nothing was added, not even a write that cannot be made.
    var isEmpty: Bool { writes.isEmpty && problem == nil }

    mutating func add(_ write: Result<Write, FirestoreError>, to reference: DocumentReference) {
        switch write {
        case .success(let write):
            writes.append(write)
            references.append(reference)
        case .failure(let error): problem = problem ?? error
        }
    }

    /// All writes.
    ///
    /// - Throws: The error of the first one that cannot be made.
    func get() throws(FirestoreError) -> [Write] {
        if let problem { throw problem }
        return writes
    }
}
