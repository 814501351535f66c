import ClientCore
public import FirestoreModel

extension DocumentReference {
    /// Reads the document. It is billed as one read.
    ///
    /// - Parameter source: The server; `.cache` fails with `.unavailable`.
    /// - Returns: The document's state; `exists` is false for a missing one.
    /// - Throws: ``FirestoreError``.
    public func getDocument(source: FirestoreSource) async throws(FirestoreError) -> DocumentSnapshot {
        try source.check("getDocument of \(path.quotedForMessage)")
        return try await getDocument()
    }
}

extension Query {
    /// Runs the query, as ``getDocuments()`` does.
    ///
    /// - Parameter source: The server; `.cache` fails with `.unavailable`.
    /// - Returns: The documents, in order.
    /// - Throws: ``FirestoreError``.
    public func getDocuments(source: FirestoreSource) async throws(FirestoreError) -> QuerySnapshot {
        try source.check("Query on \(spec.name.quotedForMessage)")
        return try await getDocuments()
    }
}

// Firebase's names for data with unconfirmed writes, which snapshots of this client never contain.
extension DocumentSnapshot {
    /// Where the document comes from.
    public var metadata: SnapshotMetadata { SnapshotMetadata() }

    /// All fields, as ``data()`` returns them.
    ///
    /// - Parameter serverTimestampBehavior: Has no effect, see ``ServerTimestampBehavior``.
    /// - Returns: The fields by name; nil for a missing document.
    public func data(with serverTimestampBehavior: ServerTimestampBehavior) -> [String: Any]? { data() }

    /// The value of a field, as ``get(_:)-(String)`` returns it.
    ///
    /// - Parameters:
    ///   - field: The path of the field, such as `"meta.seen"`.
    ///   - serverTimestampBehavior: Has no effect, see ``ServerTimestampBehavior``.
    public func get(_ field: String, serverTimestampBehavior: ServerTimestampBehavior) -> Any? {
        self.get(field)
    }

    /// The value of a field, as ``get(_:)-(FieldPath)`` returns it.
    ///
    /// - Parameters:
    ///   - field: The field's path.
    ///   - serverTimestampBehavior: Has no effect, see ``ServerTimestampBehavior``.
    public func get(_ field: FieldPath, serverTimestampBehavior: ServerTimestampBehavior) -> Any? {
        self.get(field)
    }
}

extension QuerySnapshot {
    /// Where the documents come from.
    public var metadata: SnapshotMetadata { SnapshotMetadata() }
}
