import ArgumentParser
import ReadReceipts

/// `receipts send`.
struct SendCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a message into a conversation.",
        examples: [
            "Send a message as alice":
                #"""
            receipts send --conversation team --user alice "On my way"
            """#,
            "Use the new message's id in a script":
                #"""
            receipts send --conversation team --user alice "Hi" --format json | jq -r .id
            """#,
        ])

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var denials: DenialOptions

    @Option(help: "The conversation's id.")
    var conversation: ConversationID

    @Option(help: "The sender's id; the command acts as this user, unless you pass --admin.")
    var user: UserID

    @Flag(help: "Send even if the schema of the messages is not --schema.")
    var force = false

    @Argument(help: "The message's text.")
    var text: String

    func validate() throws {
        if text.allSatisfy(\.isWhitespace) { throw ValidationError("The message's text is empty.") }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await SendFrontend(command: self, context: context).run()
    }
}
