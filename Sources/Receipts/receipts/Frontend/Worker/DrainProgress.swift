/// How far a worker has come with what waits, as a bar.
struct DrainProgress {
    private let startedAt: Int64
    private var updatedAt: Int64
    /// How much has gone since the start.
    private var done = 0
    private var queued: Int

    /// - Parameters:
    ///   - queued: How many receipts wait.
    ///   - now: The time in milliseconds.
    init(queued: Int, at now: Int64) {
        self.queued = queued
        (startedAt, updatedAt) = (now, now)
    }

    mutating func update(queued: Int, at now: Int64) {
        // What comes meanwhile makes the way longer, and cannot be told from what goes.
        done += max(self.queued - queued, 0)
        self.queued = queued
        updatedAt = now
    }

    /// The bar, with how much is left, how fast it goes and how long it will take.
    func line(width: Int) -> String {
        let total = done + queued
        let filled = total == 0 ? width : done * width / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        var line = "\(bar) \(total == 0 ? 100 : done * 100 / total) %  \(queued) wait"
        let seconds = Double(updatedAt - startedAt) / 1000
        if done > 0, seconds > 0 {
            let rate = Double(done) / seconds
            line += "  \(Int(rate.rounded()))/s  \(Int((Double(queued) / rate).rounded(.up))) s left"
        }
        return line
    }
}
