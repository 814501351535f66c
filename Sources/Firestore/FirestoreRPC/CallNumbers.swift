import Synchronization

/// The numbers of a call and of its decision, once they are known. Smaller than a ``CallRecord``, so it may live longer.
package final class CallNumbers: Sendable {
    private let values = Mutex<(call: Int?, decision: Int?)>((nil, nil))

    package init() {}

    /// The number of the call; nil until it has been answered.
    package var call: Int? { values.withLock { $0.call } }

    /// The number of the rules' decision; nil if none was recorded.
    package var decision: Int? { values.withLock { $0.decision } }

    package func set(call: Int, decision: Int?) { values.withLock { $0 = (call, decision) } }
}
