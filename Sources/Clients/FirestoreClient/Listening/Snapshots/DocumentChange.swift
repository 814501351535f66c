/// How a document of a query has changed between two snapshots.
public enum DocumentChangeType: Int, Sendable {
    /// It is a result of the query now.
    case added
    /// It was a result before, and has changed.
    case modified
    /// It is no longer a result: it was deleted, or has changed so that the query does not match it.
    case removed
}

/// A change of one document of a query between two snapshots.
public struct DocumentChange: Sendable {
    /// What has happened to the document.
    public let type: DocumentChangeType
    /// The document as it is now; for a removed one, as it was in the query's results.
    public let document: QueryDocumentSnapshot
    /// Its index before this change, when all earlier changes of the same list are done; `UInt(Int.max)`, Foundation's `NSNotFound`,
    /// for an added document.
    public let oldIndex: UInt
    /// Its index after this change; `UInt(Int.max)`, Foundation's `NSNotFound`, for a removed document.
    public let newIndex: UInt

    init(_ type: DocumentChangeType, _ document: QueryDocumentSnapshot, old: Int?, new: Int?) {
        self.type = type
        self.document = document
        oldIndex = UInt(old ?? Int.max)
        newIndex = UInt(new ?? Int.max)
    }
}
