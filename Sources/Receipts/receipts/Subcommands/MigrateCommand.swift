import ArgumentParser
import ReadReceipts

/// `receipts migrate`.
struct MigrateCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Move receipts from lists in messages to cursors.",
        discussion: """
            Writes a cursor for each member, at the last message that lists them, and checks all cursors afterwards. The lists stay. Cursors move \
            forward only, so it is safe to repeat: run it again for receipts that have come meanwhile. Acts as an administrator, at a \
            rate that grows slowly, as Firestore asks for.
            """,
        examples: [
            "Move one conversation":
                "receipts migrate --from status --to read-up-to --conversation team",
            "Move all, and go on where it was interrupted":
                "receipts migrate --from status --to read-up-to --all --after team",
        ])

    @OptionGroup var connection: ConnectionOptions

    @Option(help: "The schema whose messages have lists: status, delivered-to, read-by, or a JSON file.")
    var from: String

    @Option(help: "The schema with cursors: read-up-to, or a JSON file.")
    var to: String

    @Option(help: "The conversation to move.")
    var conversation: ConversationID?

    @Flag(help: "Move all conversations, in the order of their ids.")
    var all = false

    @Option(help: ArgumentHelp("With --all, begin after this conversation.", valueName: "conversation"))
    var after: ConversationID?

    func validate() throws {
        if conversation == nil, !all { throw ValidationError("Give --conversation or --all.") }
        if conversation != nil, all { throw ValidationError("Give --conversation or --all, not both.") }
        if after != nil, !all { throw ValidationError("--after needs --all.") }
        if connection.schema != "status" {
            throw ValidationError(
                "--schema cannot be combined with --from and --to, which name both schemas.")
        }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await MigrateFrontend(command: self, context: context).run()
    }
}
