import ArgumentParser

/// `receipts console`.
struct ConsoleCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract:
            "Show an emulator or a project in the browser: the chat with live receipts, the data, the rules, the worker.",
        discussion: """
            Prints one line, ready URL, when it is ready. Acts as an emulator's administrator, and as the users whose devices it shows; \
            in production as the owner of the credentials. A console that reaches production, or that other machines can reach, \
            needs a token: the content of RECEIPTS_CONSOLE_TOKEN, or a new one that is part of the printed URL.
            """,
        examples: [
            "Open the console of an emulator":
                "receipts console --emulator 127.0.0.1:8080",
            "Show a worker's outbox too, on a free port":
                "receipts console --outbox outbox.sqlite --port 0",
        ])

    @OptionGroup var connection: ConnectionOptions

    @OptionGroup var outbox: OutboxOptions
    @OptionGroup var settings: SettingsOptions

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(
        help: "The port to listen on; 0 picks a free one (default: 4000, or a free one if that is taken).")
    var port: Int?

    @Option(
        name: .customLong("suite"),
        help: ArgumentHelp(
            "A suite of the rules for the page of tests; repeat for several.", valueName: "file"))
    var suites: [String] = []

    @Option(
        help: ArgumentHelp(
            "The address of a worker's metrics, such as http://127.0.0.1:8090/metrics, for its latencies.",
            valueName: "url"))
    var workerMetrics: String?

    func validate() throws {
        if let workerMetrics, WorkerMetricsSource(workerMetrics, token: nil) == nil {
            throw ValidationError(
                "--worker-metrics must be an address such as http://127.0.0.1:8090/metrics.")
        }
        if let port, !(0...65_535).contains(port) { throw ValidationError("--port must be from 0 to 65535.") }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await ConsoleFrontend(command: self, context: context).run()
    }
}
