import ArgumentParser
import ReadReceipts

/// `receipts details`.
struct DetailsCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "details", abstract: "Show who has read a message of a group, and who has not.",
        examples: [
            "Show who has read a message, and when":
                "receipts details --conversation team --user alice m1",
            "The same as JSON, one object for each person":
                "receipts details --conversation team --user alice m1 --format json",
        ])

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var denials: DenialOptions

    @Option(help: "The conversation's id.")
    var conversation: ConversationID

    @Option(help: "The sender of the message; the command acts as this user, unless you pass --admin.")
    var user: UserID

    @Argument(help: "The message's id.")
    var id: MessageID

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DetailsFrontend(command: self, context: context).run()
    }
}
