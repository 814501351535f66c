/// What a ``Database`` has done since it was made. Compare two values to learn what happened between them.
public struct DatabaseUsage: Hashable, Sendable {
    /// Requests sent, repeated ones and those that open streams included.
    public internal(set) var requests = 0
    /// Requests that repeated one that had failed, and streams that were opened anew.
    public internal(set) var retries = 0

    /// Creates usage of nothing.
    public init() {}
}
