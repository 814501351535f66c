import ArgumentParser

/// `receipts details`.
struct DetailsCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "details", abstract: "Show who has read a message of a group, and who has not.")

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var denials: DenialOptions

    @Option(help: "The conversation's id.")
    var conversation: String

    @Option(help: "The sender of the message; the command acts as this user, unless you pass --admin.")
    var user: String

    @Argument(help: "The message's id.")
    var id: String

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DetailsFrontend(command: self, context: context).run()
    }
}
