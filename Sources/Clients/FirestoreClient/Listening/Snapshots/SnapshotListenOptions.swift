/// Where a listener takes its snapshots from.
public enum ListenSource: UInt, Sendable {
    /// The server.
    case `default`
    /// The cache, which this client does not have: the listener fails with `.unavailable`.
    case cache
}

/// The options of a listener.
public struct SnapshotListenOptions: Hashable, Sendable {
    /// Where the snapshots come from.
    public let source: ListenSource
    /// Whether changes of ``SnapshotMetadata`` alone make a snapshot.
    public let includeMetadataChanges: Bool

    /// Creates the default options: from the server, without changes of metadata alone.
    public init() { self.init(source: .default, includeMetadataChanges: false) }

    private init(source: ListenSource, includeMetadataChanges: Bool) {
        self.source = source
        self.includeMetadataChanges = includeMetadataChanges
    }

    /// The same options with another source.
    public func withSource(_ source: ListenSource) -> SnapshotListenOptions {
        SnapshotListenOptions(source: source, includeMetadataChanges: includeMetadataChanges)
    }

    /// The same options with or without changes of metadata alone.
    public func withIncludeMetadataChanges(_ includeMetadataChanges: Bool) -> SnapshotListenOptions {
        SnapshotListenOptions(source: source, includeMetadataChanges: includeMetadataChanges)
    }
}
