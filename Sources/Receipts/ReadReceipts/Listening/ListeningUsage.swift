import Synchronization

/// What a ``ReceiptListener`` has done so far.
public struct ListeningUsage: Sendable, Equatable {
    /// How many times it has asked for messages.
    public var polls = 0
    /// How many of these have looked at everything, see ``ListenerOptions/refreshInterval``.
    public var refreshes = 0
    /// How many documents it has read, as production bills them: a query that finds nothing counts as one.
    public var documentsRead = 0
    /// How many messages it has marked delivered.
    public var documentsWritten = 0

    /// Creates the usage of a listener that has not begun.
    public init() {}
}

/// The usage of one listener, which all of its conversations add to.
final class ListeningUsageCounter: Sendable {
    private let usage = Mutex(ListeningUsage())

    var value: ListeningUsage { usage.withLock { $0 } }

    func add(_ change: (inout ListeningUsage) -> Void) { usage.withLock { change(&$0) } }
}
