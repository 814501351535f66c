import JSONText
import ReceiptWorker

/// Tells how much waits in an outbox, once or until nothing does.
struct QueueFrontend {
    let options: OutboxOptions
    let format: OutputFormat
    let context: CommandContext

    /// How long between two looks.
    private static let interval = Duration.milliseconds(500)

    func run(watch: Bool) async throws -> ExitStatus {
        let outbox = try OutboxPath(options, environment: context.environment).open()
        var statistics = try await outbox.statistics()
        guard watch else {
            report(statistics, outbox)
            return .done
        }
        var progress = DrainProgress(queued: statistics.queued, at: Outbox.systemTime())
        var last: OutboxStatistics?
        while statistics.queued > 0 {
            if let redraw = context.console.redraw, format == .text {
                redraw(progress.line(width: 24))
            } else if statistics.queued != last?.queued {
                report(statistics, outbox)
            }
            last = statistics
            try await context.sleep(Self.interval)
            statistics = try await outbox.statistics()
            progress.update(queued: statistics.queued, at: Outbox.systemTime())
        }
        if format == .text { context.console.redraw?("") }
        report(statistics, outbox)
        return .done
    }

    private func report(_ statistics: OutboxStatistics, _ outbox: Outbox) {
        let age = statistics.oldestStoredAt.map { max(Outbox.systemTime() - $0, 0) / 1000 }
        let worker = outbox.workerProcess
        switch format {
        case .text:
            let oldest = age.map { ", the oldest for \($0) s" } ?? ""
            let writer = worker.map { "process \($0) writes them" } ?? "no worker runs"
            let damage = statistics.damaged > 0 ? "; \(statistics.damaged) damaged" : ""
            context.console.out(
                "\(statistics.queued) receipts wait to be written\(oldest); \(statistics.deadLetters) dead letters\(damage); \(writer)"
            )
        case .json:
            context.console.out(
                JSON.object([
                    "outbox": .string(outbox.path), "queued": .integer(statistics.queued),
                    "oldestSeconds": age.map { .integer(Int($0)) },
                    "deadLetters": .integer(statistics.deadLetters),
                    "damaged": .integer(statistics.damaged),
                    "worker": worker.map { .integer(Int($0)) },
                ]).compactText)
        }
    }
}
