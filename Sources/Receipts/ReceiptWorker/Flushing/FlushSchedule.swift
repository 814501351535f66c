/// When receipts are written: once the oldest has waited long enough for others to come with it, or once a commit is full of them.
/// From then on until nothing is left.
package struct FlushSchedule: Sendable, Equatable {
    /// How long receipts wait for others, in milliseconds.
    package var interval: Int64
    /// How many receipts are enough.
    package var enough: Int

    /// Since when something waits, in milliseconds since 1970; nil when nothing does.
    private var waitingSince: Int64?
    /// How much has come since then.
    private var arrived = 0
    private var isOpen = false

    package init(interval: Int64, enough: Int = 500) {
        self.interval = interval
        self.enough = enough
    }

    /// So many receipts have come.
    package mutating func arrived(_ count: Int, at now: Int64) {
        if count <= 0 { return }
        waitingSince = waitingSince ?? now
        arrived += count
        if arrived >= enough { isOpen = true }
    }

    /// Nothing is left that could be written now.
    package mutating func ranDry() {
        isOpen = false
        waitingSince = nil
        arrived = 0
    }

    /// Writes what is there without waiting.
    package mutating func hurry() { isOpen = true }

    /// Whether to write now.
    package mutating func isDue(at now: Int64) -> Bool {
        if let waitingSince, now - waitingSince >= interval { isOpen = true }
        return isOpen
    }

    /// When it will be due, in milliseconds since 1970; nil while nothing waits.
    package var dueAt: Int64? { waitingSince.map { $0 + interval } }
}
