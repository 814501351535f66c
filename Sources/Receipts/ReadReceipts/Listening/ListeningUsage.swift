import Synchronization

/// What a ``ReceiptListener`` has done so far.
public struct ListeningUsage: Sendable, Equatable {
    /// The number of polls, or of looks at what the server has pushed.
    public var polls = 0
    /// The number of polls that were refreshes, see ``ListenerOptions/refreshInterval``.
    public var refreshes = 0
    /// The number of documents read, as production bills them: a query without results counts as one.
    public var documentsRead = 0
    /// The number of messages marked delivered.
    public var documentsWritten = 0

    /// Creates usage of zero.
    public init() {}
}

/// The usage of one listener, shared by its conversations.
final class ListeningUsageCounter: Sendable {
    private let usage = Mutex(ListeningUsage())

    var value: ListeningUsage { usage.withLock { $0 } }

    func add(_ change: (inout ListeningUsage) -> Void) { usage.withLock { change(&$0) } }
}
