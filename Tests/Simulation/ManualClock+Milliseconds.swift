import TestSupport

extension ManualClock {
    /// The time in milliseconds since the clock began.
    var milliseconds: Int64 { Int64(now.offset / .milliseconds(1)) }
}
