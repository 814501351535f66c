import Synchronization

/// Finds the moments at which a server returns memory to the system: after activity, when nothing has happened for a while.
struct CalmMoments: Sendable {
    /// A moment is calm when nothing has happened for at least this long. It is noticed after at most twice as long.
    static let interval = Duration.seconds(5)

    /// The activity at the last check.
    private var seen = 0
    /// The activity at the last calm moment.
    private var settled = 0

    /// Whether the moment is calm, and no earlier calm moment has seen the same activity.
    ///
    /// - Parameter activity: How much has happened so far.
    mutating func take(_ activity: Int) -> Bool {
        defer { seen = activity }
        guard activity == seen, activity != settled else { return false }
        settled = activity
        return true
    }
}

/// Counts a server's activity, and returns freed memory to the system at calm moments.
///
/// Without it, the allocator keeps the memory of past connections and data, and an idle server stays as large as it ever
/// was.
final class MemoryKeeper: Sendable {
    private let activity = Atomic(0)

    /// Counts a request or the end of a connection.
    func note() { activity.wrappingAdd(1, ordering: .relaxed) }

    /// Checks repeatedly until the task is cancelled.
    ///
    /// - Parameters:
    ///   - clock: Makes the waits.
    ///   - giveBack: Returns memory to the system.
    func run(
        on clock: any Clock<Duration>, giveBack: @Sendable () -> Void = { ProcessMemory.giveBack() }
    ) async {
        var moments = CalmMoments()
        while (try? await clock.sleep(for: CalmMoments.interval)) != nil {
            if moments.take(activity.load(ordering: .relaxed)) { giveBack() }
        }
    }
}
