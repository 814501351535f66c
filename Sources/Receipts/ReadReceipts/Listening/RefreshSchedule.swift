/// Decides which polls are refreshes. A value.
struct RefreshSchedule: Sendable {
    private let interval: Duration?
    /// The time since the last refresh; nil if one is due.
    private var age: Duration?

    /// - Parameter interval: The time between refreshes; nil for refreshes only on demand.
    init(interval: Duration?) {
        self.interval = interval
    }

    /// Whether the next poll is a refresh.
    var isDue: Bool {
        guard let age else { return true }
        return interval.map { age >= $0 } ?? false
    }

    /// The time until the next refresh; nil if one is due, or none is scheduled.
    var wait: Duration? {
        isDue ? nil : age.flatMap { age in interval.map { $0 - age } }
    }

    /// Demands a refresh.
    mutating func demand() { age = nil }

    /// A refresh was started.
    mutating func refreshed() { age = .zero }

    /// Time has passed.
    mutating func passed(_ time: Duration) { age = age.map { $0 + time } }
}
