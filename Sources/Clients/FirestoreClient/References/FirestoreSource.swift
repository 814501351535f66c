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

/// Where the documents of a snapshot come from: always the server, with all writes confirmed.
public struct SnapshotMetadata: Hashable, Sendable {
    /// False: snapshots contain what the server has.
    public let hasPendingWrites = false
    /// False: this client keeps no cache.
    public let isFromCache = false
}
