import ArgumentParser

/// The root command.
struct ReceiptsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipts",
        abstract:
            "Read receipts for chats on Cloud Firestore, an emulator to try them on, and tests for security rules.",
        discussion: """
            Exit status: 0 done; 1 something was denied, no longer existed, or failed (standard error names each); 2 wrong \
            usage; 69 server unreachable; 130 interrupted.

            receipts help TOPIC explains a topic: \(HelpTopic.all.map(\.name).joined(separator: ", ")).
            """,
        examples: [
            "See receipts at work":
                "receipts demo",
            "Start an emulator with a console":
                "receipts emulator start --console",
            "Mark a conversation read":
                "receipts mark-read --conversation team --user bob --all",
            "Test security rules":
                "receipts rules test suite.yaml",
        ],
        // Main prints the whole of it.
        version: ProgramVersion.next,
        subcommands: [
            DemoCommand.self, EmulatorCommand.self, SeedCommand.self, SendCommand.self,
            MarkCommand.self, MarkDeliveredCommand.self, MarkReadCommand.self,
            StatusCommand.self, DetailsCommand.self, WatchCommand.self,
            MigrateCommand.self,
            WorkerCommand.self, RulesCommand.self, ConsoleCommand.self, InitCommand.self, DoctorCommand.self,
        ])
}

/// A subcommand: declares its arguments, and leaves the work to a front end.
protocol ReceiptsSubcommand: AsyncParsableCommand {
    func run(in context: CommandContext) async throws -> ExitStatus
}

/// A subcommand that reaches a database.
protocol ConnectingSubcommand: ReceiptsSubcommand {
    var connection: ConnectionOptions { get }
}
