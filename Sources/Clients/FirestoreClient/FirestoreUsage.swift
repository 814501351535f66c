/// What a ``Firestore`` has done since it was made. Compare two values to learn what happened between them.
public struct FirestoreUsage: Hashable, Sendable {
    /// Requests sent, repeated ones included.
    public internal(set) var requests = 0
    /// Requests that repeated one that had failed.
    public internal(set) var retries = 0
    /// Documents looked up or returned by queries and lists; missing ones count too, as they are billed.
    public internal(set) var documentsRead = 0
    /// Writes carried out, deletes included.
    public internal(set) var documentsWritten = 0

    /// Creates usage of nothing.
    public init() {}
}
