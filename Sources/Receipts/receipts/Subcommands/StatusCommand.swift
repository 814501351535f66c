import ArgumentParser
import ReadReceipts

/// `receipts status`.
struct StatusCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the status of messages, as their sender sees it.",
        examples: [
            "Show what alice sees of her messages":
                "receipts status --conversation team --user alice",
            "Show the ids that nobody has read":
                #"""
            receipts status --conversation team --user alice --format json |
                jq -r 'select(.readCount == 0).id'
            """#,
        ])

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var denials: DenialOptions

    @Option(help: "The conversation's id.")
    var conversation: ConversationID

    @Option(
        help: "The sender whose messages to show; the command acts as this user, unless you pass --admin.")
    var user: UserID

    @Argument(help: "The messages' ids; without any, all messages that the user sent.")
    var ids: [MessageID] = []

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await StatusFrontend(command: self, context: context).run()
    }
}
