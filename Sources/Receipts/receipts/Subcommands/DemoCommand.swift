import ArgumentParser

/// `receipts demo`.
struct DemoCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show read receipts at work on the embedded emulator.",
        discussion: "Starts its own empty emulator, and writes to no other database.",
        examples: [
            "Show receipts at work, and end":
                "receipts demo",
            "Keep the emulator, its data and the console":
                "receipts demo --serve --port 0",
        ])

    @Flag(
        help:
            "Keep the emulator and its data running afterwards, with a console in the browser, until interrupted."
    )
    var serve = false

    @Option(help: "The port to serve on with --serve; 0 picks a free one.")
    var port = 8080

    @Option(
        help:
            "The console's port with --serve; 0 picks a free one (default: 4000, or a free one if that is taken)."
    )
    var consolePort: Int?

    func validate() throws {
        for (name, port) in [("--port", port), ("--console-port", consolePort ?? 0)]
        where !(0...65_535).contains(port) {
            throw ValidationError("\(name) must be from 0 to 65535.")
        }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DemoFrontend(console: context.console).run(
            servingOn: serve ? port : nil, consoleOn: consolePort)
    }
}
