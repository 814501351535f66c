import ArgumentParser

/// `receipts watch`.
struct WatchCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print the changes to a conversation's messages until interrupted.")

    @OptionGroup var connection: ConnectionOptions

    @Option(help: "The conversation's id.")
    var conversation: String

    @Option(help: "The user to act as (else an administrator, on an emulator).")
    var user: String?

    @Option(help: "Milliseconds between two polls while something moves.")
    var interval = 1000

    @Option(help: "Watch only so many of the newest messages.")
    var newest: Int?

    func validate() throws {
        if interval < 10 || interval > 3_600_000 {
            throw ValidationError("--interval must be from 10 to 3600000 milliseconds.")
        }
        if let newest, newest < 1 { throw ValidationError("--newest must be at least 1.") }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await WatchFrontend(command: self, context: context).run()
    }
}
