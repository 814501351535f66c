import CoreValues
import EmulatorAccess
import Synchronization

/// The latest calls of a database, by whichever protocol, and the listeners that are open. Its memory is bounded.
final class CallLog: Sendable {
    /// A larger call is kept without what it writes, in bytes.
    private static let largestContent = 64 << 10

    /// Calls of listeners, some of which may have gone.
    private struct Listeners {
        var calls: [LoggedCall] = []
        /// How many there may be until those that have gone are removed.
        private var limit = 64

        mutating func append(_ call: LoggedCall) {
            if calls.count >= limit {
                calls.removeAll { !$0.record.facts.isOpen }
                limit = max(64, 2 * calls.count)
            }
            calls.append(call)
        }
    }

    private let recent: Mutex<RecentDecisions<LoggedCall>>
    private let open = Mutex(Listeners())

    init(capacity: Int) {
        recent = Mutex(RecentDecisions(capacity: capacity))
    }

    /// Begins the record of a call.
    ///
    /// - Parameter size: The size of what it asks for, in bytes.
    func begin(
        _ content: CallContent, by caller: Caller, over sentBy: CallProtocol, size: Int, at time: Timestamp
    ) -> LoggedCall {
        var content = content
        if size > CallLog.largestContent { content.value = nil }
        return LoggedCall(content, by: caller, over: sentBy, at: time)
    }

    /// Stores a call that has been answered.
    func append(_ call: LoggedCall, _ outcome: LoggedCall.Outcome) {
        let ended = call.ended(outcome)
        let isBackground = ended.isBackground
        let logged = recent.withLock { recent in
            recent.append(isAllowed: outcome == .ok, isBackground: isBackground) { ended.numbered($0) }
        }
        if logged.record.facts.isOpen { open.withLock { $0.append(logged) } }
    }

    /// The calls, the oldest first.
    var calls: [LoggedCall] { recent.withLock(\.decisions) }

    /// A call that is still known, or a listener that is open; nil for others.
    func call(_ number: Int) -> LoggedCall? { (calls + listeners).first { $0.number == number } }

    /// The listeners that are open, the oldest first.
    var listeners: [LoggedCall] { open.withLock { $0.calls.filter(\.record.facts.isOpen) } }
}
