import ClientCore

/// What a ``Database`` has done since it was created. Subtract an earlier value to measure a period.
public struct DatabaseUsage: Hashable, Sendable {
    /// Requests sent, including repeated ones and those that open streams.
    public package(set) var requests = 0
    /// Requests that repeated a failed one, and streams that were opened again.
    public package(set) var retries = 0

    /// Creates empty usage.
    public init() {}
}

extension DatabaseUsage: CallUsage {}
