import ClientCore

/// What a ``PubSub`` has done since it was created. Subtract an earlier value to measure a period.
public struct PubSubUsage: Hashable, Sendable {
    /// Requests sent, including repeated ones.
    public package(set) var requests = 0
    /// Requests that repeated a failed one.
    public package(set) var retries = 0

    /// Creates empty usage.
    public init() {}
}

extension PubSubUsage: CallUsage {}
