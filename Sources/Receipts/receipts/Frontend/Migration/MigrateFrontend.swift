import JSONText
import PrintableText
import ReadReceipts

/// Moves receipts to cursors, conversation by conversation, and prints a line for each.
struct MigrateFrontend {
    let command: MigrateCommand
    let context: CommandContext

    /// How many ids of conversations are read at a time.
    private static let pageSize = 200

    func run() async throws -> ExitStatus {
        var options = command.connection
        options.schema = command.from
        let target = try Connection.schema(command.to)
        let connection = try await Connection(options, user: nil, in: context)
        let migration = try ReceiptMigration(connection.service, to: target)
        let pace = RampPace(in: context)
        if let conversation = command.conversation {
            let outcome = try await migration.run(conversation) { try await pace.wait(for: $0) }
            report(outcome, conversation)
            return outcome.failures.isEmpty ? .done : .failed
        }
        return try await moveAll(migration, pace)
    }

    private func moveAll(_ migration: ReceiptMigration, _ pace: RampPace) async throws -> ExitStatus {
        var last = command.after
        var (conversations, moved, failures, read) = (0, 0, 0, 0)
        do {
            while true {
                let page = try await migration.conversations(after: last, limit: Self.pageSize)
                read += max(1, page.count)
                for id in page {
                    let outcome = try await migration.run(id) { try await pace.wait(for: $0) }
                    report(outcome, id)
                    last = id
                    conversations += 1
                    moved += outcome.moved
                    failures += outcome.failures.count
                    read += outcome.documentsRead
                }
                if page.count < Self.pageSize { break }
            }
        } catch {
            if let last {
                context.console.err(
                    "receipts: stopped; to go on, repeat the command with --after \(last.string.quotedForShell)"
                )
            }
            throw error
        }
        if command.connection.format == .text, !command.connection.quiet {
            context.console.out(
                "\(conversations.counted("conversation")), \(moved.counted("cursor")) moved, \(read) read, \(moved) written"
            )
        }
        return failures == 0 ? .done : .failed
    }

    private func report(_ outcome: ReceiptMigration.Outcome, _ conversation: ConversationID) {
        let console = context.console
        switch command.connection.format {
        case .json:
            console.out(
                JSON.object([
                    "conversation": .string(conversation), "members": .integer(outcome.members),
                    "moved": .integer(outcome.moved), "unchanged": .integer(outcome.unchanged),
                    "failed": .array(
                        outcome.failures.map {
                            .object(["user": .string($0.user), "reason": .string($0.reason)])
                        }),
                    "foreignMessages": .integer(outcome.foreignMessages),
                    "documentsRead": .integer(outcome.documentsRead),
                    "documentsWritten": .integer(outcome.documentsWritten),
                ]).printedText)
        case .text:
            let place = conversation.string.beginning(limit: 60).printable
            if !command.connection.quiet {
                var line = "\(place): \(outcome.moved.counted("cursor")) moved"
                if outcome.unchanged > 0 { line += ", \(outcome.unchanged) there already" }
                if outcome.foreignMessages > 0 {
                    line += ", \(outcome.foreignMessages.counted("message")) of another schema left out"
                }
                console.out(line + (outcome.failures.isEmpty ? ", checked" : ""))
            }
            for failure in outcome.failures {
                console.err(
                    "receipts: \(place): \(failure.user.string.printable): \(failure.reason.printable)")
            }
        }
    }
}
