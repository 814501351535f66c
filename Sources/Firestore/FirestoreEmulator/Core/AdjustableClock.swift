import EmulatorAccess
import FirestoreModel
import Synchronization

/// The clock of all of an emulator's databases, which tests may set.
///
/// Commit times always increase: if the clock was set back, by a microsecond per commit until it has
/// caught up.
final class AdjustableClock: Sendable {
    private enum Setting: Sendable {
        /// This far ahead of the clock below.
        case running(ahead: ClockAdvance)
        /// Always the same time.
        case standing(at: Timestamp)
    }

    private let base: EmulatorClock
    private let setting = Mutex(Setting.running(ahead: .none))

    init(_ base: EmulatorClock) {
        self.base = base
    }

    func now() -> Timestamp {
        switch setting.withLock({ $0 }) {
        case .running(let ahead): base.now().advanced(by: ahead) ?? base.now()
        case .standing(let time): time
        }
    }

    /// True if nobody has set the clock.
    var isUnset: Bool {
        setting.withLock { if case .running(.none) = $0 { true } else { false } }
    }

    /// True while it always says the same time.
    var isStopped: Bool {
        setting.withLock { if case .standing = $0 { true } else { false } }
    }

    /// Stops the clock at a time.
    func stand(at time: Timestamp) throws(RPCStatus) {
        if time < .zero { throw .invalidArgument("Only times from 1970 on are supported.") }
        setting.withLock { $0 = .standing(at: time) }
    }

    /// Moves the clock forward; it stays stopped or keeps running as before.
    func advance(by step: ClockAdvance) throws(RPCStatus) {
        let now = base.now()
        let isPossible = setting.withLock { setting in
            switch setting {
            case .running(let ahead):
                guard let sum = ahead.adding(step), now.advanced(by: sum) != nil else { return false }
                setting = .running(ahead: sum)
            case .standing(let time):
                guard let later = time.advanced(by: step) else { return false }
                setting = .standing(at: later)
            }
            return true
        }
        if !isPossible { throw .invalidArgument("The clock cannot go beyond the year 9999.") }
    }

    /// Follows the clock below again.
    func unset() {
        setting.withLock { $0 = .running(ahead: .none) }
    }
}

/// How far a clock is moved forward.
struct ClockAdvance: Sendable, Equatable {
    let seconds: Int64
    let nanoseconds: Int32

    static let none = ClockAdvance(seconds: 0, nanoseconds: 0)

    /// The sum; nil on overflow.
    func adding(_ other: ClockAdvance) -> ClockAdvance? {
        let (sum, overflow) = seconds.addingReportingOverflow(other.seconds)
        let nanoseconds = Int64(nanoseconds) + Int64(other.nanoseconds)
        let (carried, overflowOfCarry) = sum.addingReportingOverflow(nanoseconds / 1_000_000_000)
        if overflow || overflowOfCarry { return nil }
        return ClockAdvance(seconds: carried, nanoseconds: Int32(nanoseconds % 1_000_000_000))
    }
}

extension Timestamp {
    /// The time this much later; nil if Firestore has no such time.
    fileprivate func advanced(by step: ClockAdvance) -> Timestamp? {
        let (sum, overflow) = seconds.addingReportingOverflow(step.seconds)
        if overflow { return nil }
        let time = Timestamp(seconds: sum, nanoseconds: nanoseconds + step.nanoseconds)
        return Timestamp.secondsRange.contains(time.seconds) ? time : nil
    }
}
