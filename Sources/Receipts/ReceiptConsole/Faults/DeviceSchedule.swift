import HTTPTypes
import ReadReceipts

/// When the devices of a user are offline: they are online for a while, then offline for a while, and so on.
struct DeviceSchedule: Codable, Sendable, Equatable {
    let user: UserID
    /// How long they are online, in seconds.
    let online: Double
    /// How long they are offline, in seconds.
    let offline: Double

    /// The possible lengths of both, in seconds.
    static let range = 0.5...3600.0
    /// The maximum number of users with a schedule.
    static let limit = 20

    /// Whether the devices are offline.
    ///
    /// - Parameter time: The time since the schedule began.
    func isOffline(after time: Duration) -> Bool {
        let seconds = time / .seconds(1)
        return seconds.truncatingRemainder(dividingBy: online + offline) >= online
    }

    /// Checks schedules of a request.
    static func check(_ schedules: [DeviceSchedule]) throws(ConsoleFailure) {
        if schedules.count > limit {
            throw ConsoleFailure(.badRequest, "at most \(limit) users can have a schedule")
        }
        var users: Set<UserID> = []
        for schedule in schedules {
            if schedule.user.string.isEmpty { throw ConsoleFailure(.badRequest, "a schedule has no user") }
            guard users.insert(schedule.user).inserted else {
                throw ConsoleFailure(.badRequest, "\(schedule.user) has two schedules")
            }
            guard range.contains(schedule.online), range.contains(schedule.offline) else {
                throw ConsoleFailure(
                    .badRequest, "devices are online and offline for 0.5 to 3600 seconds at a time")
            }
        }
    }
}
