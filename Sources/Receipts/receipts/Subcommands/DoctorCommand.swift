import ArgumentParser

/// `receipts doctor`.
struct DoctorCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract:
            "Check this computer: libraries, environment, ports, server, credentials, clock, and rules.",
        discussion: """
            Says what would fail, and how to mend it. Asks the server for one document that does not exist, and writes nothing. \
            Exits with status 1 if something would fail.
            """,
        examples: [
            "Check this computer, and the server that commands use":
                "receipts doctor",
            "Check without a network":
                "receipts doctor --offline",
        ])

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Ask no server.")
    var offline = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DoctorFrontend(command: self, context: context).run()
    }
}
