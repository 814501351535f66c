import Synchronization

/// Finds the moments at which a server gives memory back: nothing has happened for a while, and something did before.
struct CalmMoments: Sendable {
    /// How long nothing happens before a moment counts as calm, at least; twice as long at the most.
    static let interval = Duration.seconds(5)

    /// What had happened at the last look.
    private var seen = 0
    /// What had happened at the last calm moment.
    private var settled = 0

    /// Looks whether the moment is calm, and takes it if so.
    ///
    /// - Parameter activity: How often something has happened so far.
    mutating func take(_ activity: Int) -> Bool {
        defer { seen = activity }
        guard activity == seen, activity != settled else { return false }
        settled = activity
        return true
    }
}

/// Counts what happens on a server, and gives memory back at calm moments.
///
/// The allocator keeps what many connections or a large database have left behind, so that an idle server looks as large as it ever was.
final class MemoryKeeper: Sendable {
    private let activity = Atomic(0)

    /// Notes that a request or the end of a connection has happened.
    func note() { activity.wrappingAdd(1, ordering: .relaxed) }

    /// Looks again and again, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - clock: Tells when to look.
    ///   - giveBack: Gives memory back.
    func run(
        on clock: any Clock<Duration>, giveBack: @Sendable () -> Void = { ProcessMemory.giveBack() }
    ) async {
        var moments = CalmMoments()
        while (try? await clock.sleep(for: CalmMoments.interval)) != nil {
            if moments.take(activity.load(ordering: .relaxed)) { giveBack() }
        }
    }
}
