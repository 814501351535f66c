/// Decides which polls look at everything. A value.
struct RefreshSchedule: Sendable {
    private let interval: Duration?
    /// How long ago the last look at everything was; nil when one is due.
    private var age: Duration?

    /// - Parameter interval: The time from one look at everything to the next; nil for none but those that are asked for.
    init(interval: Duration?) {
        self.interval = interval
    }

    /// Whether the next poll looks at everything.
    var isDue: Bool {
        guard let age else { return true }
        return interval.map { age >= $0 } ?? false
    }

    /// The time until the next look is due; nil when it is, and when it never will be by itself.
    var wait: Duration? {
        isDue ? nil : age.flatMap { age in interval.map { $0 - age } }
    }

    /// Asks for a look.
    mutating func demand() { age = nil }

    /// Everything has been looked at.
    mutating func refreshed() { age = .zero }

    /// Time has passed.
    mutating func passed(_ time: Duration) { age = age.map { $0 + time } }
}
