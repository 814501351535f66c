import ArgumentParser

/// `receipts emulator`.
struct EmulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emulator",
        abstract: "Run the embedded emulators of Firestore and the Realtime Database.",
        subcommands: [EmulatorStartCommand.self, EmulatorExecCommand.self])
}

/// The arguments that `emulator start` and `emulator exec` share.
struct EmulatorOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host: String?

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port: Int?

    @Option(help: "A security rules file to load.")
    var rules: String?

    @Option(help: "A firebase.json, whose host, port and rules are used where no option says otherwise.")
    var config: String?

    @Option(
        name: .customLong("database-port"),
        help:
            "Serve a Realtime Database as well, on this port; 0 picks a free one (else where --config speaks of one, on its port or 9000)."
    )
    var databasePort: Int?

    @Option(
        name: .customLong("database-rules"), help: "The Realtime Database's security rules file to load.")
    var databaseRules: String?

    @Option(help: "The project whose rules are loaded, and that commands run by exec see.")
    var project: String?

    @Option(
        name: .customLong("import"),
        help: "A file of documents to begin with: one a line, as --export-on-exit writes them.")
    var importFile: String?

    @Option(help: "A file to write all documents to when the emulator ends.")
    var exportOnExit: String?

    @Flag(help: "Refuse queries that production would refuse for lack of a composite index.")
    var requireIndexes = false

    @Option(
        help: "The firestore.indexes.json that --require-indexes goes by; else the one that --config names.")
    var indexes: String?

    @Flag(help: "Print which rule denied a request, and why, to standard error.")
    var explain = false

    @Flag(
        help:
            "Serve the console as well, on a port of this machine: the chat, the data and the rules in the browser."
    )
    var console = false

    @Option(help: "The console's port; 0 picks a free one (else 4000, or a free one where that is taken).")
    var consolePort: Int?

    @Flag(help: "Print errors only.")
    var quiet = false

    func validate() throws {
        if consolePort != nil, !console { throw ValidationError("--console-port goes with --console.") }
        if let consolePort, !(0...65_535).contains(consolePort) {
            throw ValidationError("--console-port must be from 0 to 65535.")
        }
        if indexes != nil, !requireIndexes { throw ValidationError("--indexes goes with --require-indexes.") }
        if let databasePort, !(0...65_535).contains(databasePort) {
            throw ValidationError("--database-port must be from 0 to 65535.")
        }
        if let port, !(0...65_535).contains(port) { throw ValidationError("--port must be from 0 to 65535.") }
    }
}

/// `receipts emulator start`.
struct EmulatorStartCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Serve until interrupted.",
        discussion:
            "Prints one line, ready http://HOST:PORT, when it serves. Behind it stand database http://HOST:PORT where there is a Realtime Database, and with --console the console's address."
    )

    @OptionGroup var options: EmulatorOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await EmulatorFrontend(options: options, context: context).start()
    }
}

/// `receipts emulator exec`.
struct EmulatorExecCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "exec", abstract: "Run a command with an emulator beside it.",
        discussion: """
            Sets FIRESTORE_EMULATOR_HOST, GCLOUD_PROJECT and, where there is a Realtime Database, \
            FIREBASE_DATABASE_EMULATOR_HOST for the command and exits with its status: \
            receipts emulator exec -- swift test
            """)

    @OptionGroup var options: EmulatorOptions

    @Argument(parsing: .postTerminator, help: "The command and its arguments.")
    var command: [String]

    func validate() throws {
        if command.isEmpty { throw ValidationError("Give a command after --.") }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await EmulatorFrontend(options: options, context: context).exec(command)
    }
}
