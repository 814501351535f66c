/// When to write receipts: once the oldest has waited long enough for others, or once they fill a commit. From then on, until nothing is
/// left.
package struct FlushSchedule: Sendable, Equatable {
    /// How long a receipt waits for others, in milliseconds.
    package var interval: Int64
    /// The number of receipts that need not wait.
    package var enough: Int

    /// When the oldest waiting receipt arrived, in milliseconds since 1970; nil if none waits.
    private var waitingSince: Int64?
    /// The number of receipts since then.
    private var arrived = 0
    private var isOpen = false

    package init(interval: Int64, enough: Int = 500) {
        self.interval = interval
        self.enough = enough
    }

    /// Receipts have arrived.
    package mutating func arrived(_ count: Int, at now: Int64) {
        if count <= 0 { return }
        waitingSince = waitingSince ?? now
        arrived += count
        if arrived >= enough { isOpen = true }
    }

    /// No receipt is left that can be written now.
    package mutating func ranDry() {
        isOpen = false
        waitingSince = nil
        arrived = 0
    }

    /// Writes without waiting.
    package mutating func hurry() { isOpen = true }

    /// Whether to write now.
    package mutating func isDue(at now: Int64) -> Bool {
        if let waitingSince, now - waitingSince >= interval { isOpen = true }
        return isOpen
    }

    /// When the next flush is due, in milliseconds since 1970; nil if nothing waits.
    package var dueAt: Int64? { waitingSince.map { $0 + interval } }
}
