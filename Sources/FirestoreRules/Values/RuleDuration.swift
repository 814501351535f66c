/// A stretch of time with the precision of a nanosecond.
package struct RuleDuration: Hashable, Sendable {
    /// Whole seconds, cut off towards zero.
    package var seconds: Int64
    /// The rest, with the sign of the whole.
    package var nanoseconds: Int32

    package init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}
