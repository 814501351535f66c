import ArgumentParser

/// `receipts send`.
struct SendCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a message into a conversation.")

    @OptionGroup var connection: ConnectionOptions

    @Option(help: "The conversation's id.")
    var conversation: String

    @Option(help: "The sender's id; also the user to act as, unless --admin is given.")
    var user: String

    @Argument(help: "The message's text.")
    var text: String

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await SendFrontend(command: self, context: context).run()
    }
}
