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
        let connection = try Connection(self.connection, user: user, in: context)
        let id = try await connection.service.send(text, conversation: conversation, from: user)
        switch self.connection.format {
        case .text: context.console.out(id)
        case .json: context.console.out(#"{"id":"\#(id)"}"#)
        }
        return .done
    }
}
