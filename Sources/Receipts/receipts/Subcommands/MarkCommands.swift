import ArgumentParser
import ReadReceipts

/// The arguments that `mark`, `mark-delivered` and `mark-read` share.
struct MarkOptions: ParsableArguments {
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var denials: DenialOptions

    @Option(help: "The conversation's id.")
    var conversation: ConversationID

    @Option(help: "The recipient's id; the command acts as this user, unless you pass --admin.")
    var user: UserID

    @Flag(help: "Mark every message of the conversation that needs a receipt.")
    var all = false

    @Option(help: "Leave the receipts to the worker on this outbox file, without waiting for Firestore.")
    var queue: String?

    @Flag(help: "Mark messages even if they have a schema other than --schema, and will have both.")
    var force = false

    @Argument(help: "The messages' ids; - reads them from standard input, one per line.")
    var ids: [MessageID] = []

    func validate() throws {
        if force, queue != nil {
            throw ValidationError("--queue leaves the writing to the worker: give --force to it.")
        }
        if all, queue != nil {
            throw ValidationError("--queue needs message ids: --all has to ask Firestore.")
        }
        if denials.explain, queue != nil {
            throw ValidationError(
                "--explain does not go with --queue: the worker learns later what is denied.")
        }
        if all, !ids.isEmpty { throw ValidationError("Give message ids or --all, not both.") }
        if !all, ids.isEmpty {
            throw ValidationError("Give message ids, - to read them from standard input, or --all.")
        }
    }
}

/// `receipts mark`.
struct MarkCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "mark", abstract: "Mark messages as having reached a stage with a user.")

    @Option(help: "The stage: delivered, read, or a further one of the schema.")
    var stage: String

    @OptionGroup var options: MarkOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await MarkFrontend(stage: stage, options: options, context: context).run()
    }
}

/// `receipts mark-delivered`: `mark --stage delivered`.
struct MarkDeliveredCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "mark-delivered", abstract: "Mark messages delivered to a user.")

    @OptionGroup var options: MarkOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await MarkFrontend(stage: Receipt.delivered.name, options: options, context: context).run()
    }
}

/// `receipts mark-read`: `mark --stage read`.
struct MarkReadCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "mark-read", abstract: "Mark messages read by a user.")

    @OptionGroup var options: MarkOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await MarkFrontend(stage: Receipt.read.name, options: options, context: context).run()
    }
}
