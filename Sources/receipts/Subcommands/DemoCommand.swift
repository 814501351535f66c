import ArgumentParser

/// `receipts demo`.
struct DemoCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Tell the whole story of read receipts on the embedded emulator.")

    @Flag(help: "Keep the emulator with the demo's data running afterwards, until interrupted.")
    var serve = false

    @Option(help: "The port to serve on with --serve; 0 picks a free one.")
    var port = 8080

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DemoFrontend(console: context.console).run(servingOn: serve ? port : nil)
    }
}
