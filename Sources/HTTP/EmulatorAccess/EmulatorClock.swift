public import CoreValues

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An emulator's source of time.
public struct EmulatorClock: Sendable {
    /// The current time.
    public let now: @Sendable () -> Timestamp

    /// Creates a clock from a function that returns the time. Commit times increase even if it stops or goes back.
    public init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
    }

    /// The machine's clock.
    public static let system = EmulatorClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    }
}
