import ClientCore

/// What a ``Firestore`` has done since it was created. Subtract an earlier value to measure a period.
public struct FirestoreUsage: Hashable, Sendable {
    /// Requests sent, including repeated ones.
    public package(set) var requests = 0
    /// Requests that repeated a failed one.
    public package(set) var retries = 0
    /// Documents looked up, or returned by queries and lists. Missing ones count too, because they are billed.
    public internal(set) var documentsRead = 0
    /// Writes that succeeded, including deletes.
    public internal(set) var documentsWritten = 0

    /// Creates empty usage.
    public init() {}
}

extension FirestoreUsage: CallUsage {}
