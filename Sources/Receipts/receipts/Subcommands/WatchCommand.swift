import ArgumentParser
import ReadReceipts

/// `receipts watch`.
struct WatchCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print the changes to messages and their receipts until interrupted.",
        discussion: """
            Without --conversation, watches all conversations of --user. Writes nothing, unless you pass \
            --mark-delivered.
            """,
        examples: [
            "Watch a conversation":
                "receipts watch --conversation team --user alice",
            "Watch all of bob's, and mark what arrives delivered":
                "receipts watch --user bob --mark-delivered",
            "Poll every five seconds, and watch the newest 50":
                "receipts watch --conversation team --poll --interval 5000 --newest 50",
        ])

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var denials: DenialOptions

    @Option(help: "The conversation's id.")
    var conversation: ConversationID?

    @Option(help: "The user to act as, who sees the receipts (default: an administrator, on an emulator).")
    var user: UserID?

    @Flag(help: "Poll, rather than let Cloud Firestore push the changes.")
    var poll = false

    @Option(help: "Milliseconds between two polls while something changes, if changes are polled.")
    var interval = 1000

    @Option(
        help: """
            Milliseconds between two refreshes of everything, including settled messages; 0 for none (default: 5000 on an \
            emulator, 60000 in production). If changes are polled, a refresh reads every watched message.
            """)
    var refreshInterval: Int?

    @Option(help: "Watch only this many of the newest messages.")
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
