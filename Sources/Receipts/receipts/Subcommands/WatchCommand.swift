import ArgumentParser
import ReadReceipts

/// `receipts watch`.
struct WatchCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print the changes to messages and their receipts until interrupted.",
        discussion: """
            Without a conversation, all those that --user is a member of are watched. Nothing is written, unless \
            --mark-delivered says so.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var denials: DenialOptions

    @Option(help: "The conversation's id.")
    var conversation: ConversationID?

    @Option(help: "The user to act as, and who sees the receipts (else an administrator, on an emulator).")
    var user: UserID?

    @Option(help: "Milliseconds between two polls while something moves.")
    var interval = 1000

    @Option(
        help: """
            Milliseconds between two looks at everything, settled messages too; 0 for none (else 5000 on an emulator, 60000 \
            in production, where each reads every message that is watched).
            """)
    var refreshInterval: Int?

    @Option(help: "Watch only so many of the newest messages.")
    var newest: Int?

    @Flag(help: "Mark messages from others delivered to --user as they arrive.")
    var markDelivered = false

    func validate() throws {
        if user == nil {
            if conversation == nil {
                throw ValidationError("Pass --conversation, or --user for all of a user's conversations.")
            }
            if markDelivered { throw ValidationError("--mark-delivered needs --user.") }
        }
        if interval < 10 || interval > 3_600_000 {
            throw ValidationError("--interval must be from 10 to 3600000 milliseconds.")
        }
        if let refreshInterval, refreshInterval < 0 || refreshInterval > 86_400_000 {
            throw ValidationError("--refresh-interval must be from 0 to 86400000 milliseconds.")
        }
        if let newest, newest < 1 { throw ValidationError("--newest must be at least 1.") }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await WatchFrontend(command: self, context: context).run()
    }
}
