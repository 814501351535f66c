/// A progress bar for the receipts that wait.
struct DrainProgress {
    private let startedAt: Int64
    private var updatedAt: Int64
    /// The number of receipts written since the start.
    private var done = 0
    private var queued: Int

    /// - Parameters:
    ///   - queued: The number of waiting receipts.
    ///   - now: The time in milliseconds.
    init(queued: Int, at now: Int64) {
        self.queued = queued
        (startedAt, updatedAt) = (now, now)
    }

    mutating func update(queued: Int, at now: Int64) {
        // New receipts extend the total; they cannot be told from written ones.
        done += max(self.queued - queued, 0)
        self.queued = queued
        updatedAt = now
    }

    /// The bar, with what is left, the rate, and the remaining time.
    func line(width: Int) -> String {
        let total = done + queued
        let filled = total == 0 ? width : done * width / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        var line = "\(bar) \(total == 0 ? 100 : done * 100 / total) %  \(queued) waiting"
        let seconds = Double(updatedAt - startedAt) / 1000
        if done > 0, seconds > 0 {
            let rate = Double(done) / seconds
            line += "  \(Int(rate.rounded()))/s  \(Int((Double(queued) / rate).rounded(.up))) s left"
        }
        return line
    }
}
