import Foundation

/// The time that this process has had of a processor: it says the same on a busy machine.
enum ProcessorTime {
    /// In seconds.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
