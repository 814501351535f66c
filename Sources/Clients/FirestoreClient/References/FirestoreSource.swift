import ClientCore
public import FirestoreModel

/// What a read uses.
public enum FirestoreSource: UInt, Sendable {
    /// The server. Firebase's SDK falls back to its cache, which this client does not have.
    case `default`
    /// The server.
    case server
    /// The cache, which this client does not have: the read fails with `.unavailable`, as in Firebase's SDK for a document that
    /// is not in the cache.
    case cache

    func check(_ subject: String) throws(FirestoreError) {
        guard self == .cache else { return }
        throw FirestoreError(
            .unavailable,
            "\(subject) from the cache failed: this client keeps no cache; read from the server.")
    }
}

/// Where the documents of a snapshot come from: the server, with all writes confirmed.
public struct SnapshotMetadata: Hashable, Sendable {
    /// False: snapshots contain what the server has.
    public let hasPendingWrites = false
    /// Whether the server may have something newer, because a listener has lost its connection. There is no cache otherwise.
    public let isFromCache: Bool

    init(isFromCache: Bool = false) { self.isFromCache = isFromCache }
}

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
