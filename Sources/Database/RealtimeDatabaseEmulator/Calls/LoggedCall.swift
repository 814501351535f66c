import CoreValues
import RealtimeDatabaseModel

/// A call that the emulator has answered.
struct LoggedCall: Sendable {
    /// How it ended.
    struct Outcome: Sendable, Equatable {
        /// `OK`, or what went wrong, such as `PERMISSION_DENIED`.
        let status: String
        /// What the client was told.
        var message: String?

        static let ok = Outcome(status: "OK")
    }

    /// Counts the calls of a database, from 1.
    private(set) var number = 0
    let time: Timestamp
    let sentBy: CallProtocol
    let caller: Caller
    /// What it asks for; a large one is kept without what it writes.
    let content: CallContent
    let record = CallRecord()
    private let start = ContinuousClock.now
    private(set) var duration = Duration.zero
    private(set) var outcome = Outcome.ok

    init(_ content: CallContent, by caller: Caller, over sentBy: CallProtocol, at time: Timestamp) {
        (self.content, self.caller, self.sentBy, self.time) = (content, caller, sentBy, time)
    }

    /// The same call, with its end.
    func ended(_ outcome: Outcome) -> LoggedCall {
        var call = self
        call.duration = ContinuousClock.now - start
        call.outcome = outcome
        return call
    }

    func numbered(_ number: Int) -> LoggedCall {
        var call = self
        call.number = number
        return call
    }

    /// Whether it was an automatic read that succeeded.
    var isBackground: Bool { caller.isInBackground && outcome == .ok && content.isRead }
}
