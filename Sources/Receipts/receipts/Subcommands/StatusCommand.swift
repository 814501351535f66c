import ArgumentParser
import ReadReceipts

/// `receipts status`.
struct StatusCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how far messages have come, as their sender sees it.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var denials: DenialOptions

    @Option(help: "The conversation's id.")
    var conversation: ConversationID

    @Option(help: "Whose messages to show; also the user to act as, unless --admin is given.")
    var user: UserID

    @Argument(help: "The messages' ids; none for all messages that the user sent.")
    var ids: [MessageID] = []

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await StatusFrontend(command: self, context: context).run()
    }
}
