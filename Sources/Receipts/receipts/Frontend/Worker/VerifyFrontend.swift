import JSONText
import PrintableText
import ReceiptWorker
import Synchronization

/// Checks every row of an outbox, and rescues the intact ones.
struct VerifyFrontend {
    let command: WorkerVerifyCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let path = try OutboxPath(command.outbox, environment: context.environment)
        try path.check()
        let verification = try await OutboxVerification(path: path.text)
        let (console, format) = (context.console, command.format)
        let onDamage: @Sendable (OutboxDamage) -> Void = { console.out(VerifyFrontend.line($0, format)) }
        let report: OutboxVerification.Report
        if let target = command.salvage {
            report = try await verification.salvage(to: target, onDamage: onDamage)
        } else {
            report = try await verification.run(onDamage: onDamage)
        }
        switch format {
        case .text: print(report, path.text)
        case .json: console.out(object(report, path.text).printedText)
        }
        return report.isWhole ? .done : .failed
    }

    /// The words for a row of each table.
    private static let names = [
        "receipts": "receipt", "lanes": "conversation of a user", "dead_letters": "dead letter",
        "files": "followed file", "totals": "totals",
    ]

    private static func line(_ damage: OutboxDamage, _ format: OutputFormat) -> String {
        let (first, last) = (damage.rows.lowerBound, damage.rows.upperBound)
        switch format {
        case .text:
            let name = names[damage.tableName] ?? damage.tableName
            let rows = first == last ? "\(name) \(first)" : "\(name) \(first) to \(last)"
            return "damaged: \(rows): \(damage.reason.text)"
        case .json:
            return JSON.object([
                "damaged": .string(damage.tableName), "first": .integer(Int(first)),
                "last": .integer(Int(last)), "reason": .string(damage.reason.text),
            ]).printedText
        }
    }

    private func print(_ report: OutboxVerification.Report, _ path: String) {
        let console = context.console
        for problem in report.problems { console.out("SQLite: \(problem.printable)") }
        if !report.hasChecksums {
            console.err(
                "receipts: the outbox was made by an older version and has no checksums; the next worker adds them"
            )
        }
        let counts = [("receipts", "receipt"), ("dead_letters", "dead letter")].map { table, noun in
            let damaged = report.damaged[table] ?? 0
            return
                "\((report.whole[table] ?? 0).counted(noun))\(damaged > 0 ? " and \(damaged) damaged" : "")"
        }
        let state = report.isWhole ? "is intact" : "is damaged"
        console.out("\(path.printable) \(state): \(counts.joined(separator: ", "))")
        guard let target = command.salvage else {
            if !report.isWhole {
                console.err(
                    "receipts: to rescue the intact rows, stop the worker and run: receipts worker verify --outbox "
                        + "\(path.quotedForShell) --salvage \((path + ".salvaged").quotedForShell)")
            }
            return
        }
        console.out("saved to \(target.printable)")
        console.err("receipts: continue with: receipts worker --outbox \(target.quotedForShell)")
    }

    private func object(_ report: OutboxVerification.Report, _ path: String) -> JSON {
        func counts(_ counts: [String: Int]) -> JSON {
            .object(counts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .integer($0.value)) })
        }
        return JSON.object([
            "outbox": .string(path), "isWhole": .boolean(report.isWhole), "whole": counts(report.whole),
            "damaged": counts(report.damaged), "sqlite": .array(report.problems.map(JSON.string)),
            "hasChecksums": .boolean(report.hasChecksums), "salvaged": command.salvage.map(JSON.string),
        ])
    }
}
