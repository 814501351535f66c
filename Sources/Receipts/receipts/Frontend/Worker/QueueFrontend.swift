import JSONText
import ReceiptWorker

/// Prints how many receipts wait, once or until none does.
struct QueueFrontend {
    let options: OutboxOptions
    let format: OutputFormat
    let context: CommandContext

    /// The time between two checks.
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
            let damage = statistics.damaged > 0 ? "; damaged: \(statistics.damaged)" : ""
            let writer = worker.map { "the worker is process \($0)" } ?? "no worker is running"
            context.console.out(
                "waiting to be written: \(statistics.queued)\(oldest); dead letters: \(statistics.deadLetters)\(damage); \(writer)"
            )
        case .json:
            context.console.out(
                JSON.object([
                    "outbox": .string(outbox.path), "queued": .integer(statistics.queued),
                    "oldestSeconds": age.map { .integer(Int($0)) },
                    "deadLetters": .integer(statistics.deadLetters),
                    "damaged": .integer(statistics.damaged),
                    "worker": worker.map { .integer(Int($0)) },
                ]).printedText)
        }
    }
}
