import ArgumentParser
import FirestoreEmulator

/// `receipts emulator`.
struct EmulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emulator",
        abstract: "Run the embedded emulators of Firestore and the Realtime Database.",
        examples: [
            "Serve on the usual port":
                "receipts emulator start --port 8080",
            "Run tests with an emulator beside them":
                "receipts emulator exec -- swift test",
        ],
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

    @Option(help: "A firebase.json; its hosts, ports and rules apply unless an option overrides them.")
    var config: String?

    @Option(
        name: .customLong("database-port"),
        help:
            "Also serve a Realtime Database on this port; 0 picks a free one (default: if --config has a database block, its port or 9000)."
    )
    var databasePort: Int?

    @Option(
        name: .customLong("database-rules"), help: "The Realtime Database's security rules file to load.")
    var databaseRules: String?

    @Option(
        name: .customLong("hub-port"),
        help:
            "Also serve Firebase's emulator hub on this port, by which test kits find the emulators; 0 picks a free one (default: if --config has a hub block, its port or 4400; exec always serves it)."
    )
    var hubPort: Int?

    @Option(
        help: "The project that gets the rules and imported folders, and that the command run by exec uses.")
    var project: String?

    @Option(
        name: .customLong("import"),
        help:
            "What to start with: a file *.jsonl with a document per line, or a folder with an export of Firebase's tools, Google's emulator or production."
    )
    var importFile: String?

    @Option(
        help:
            "Where to write the documents at exit: a file NAME.jsonl for all of them, or a folder that Firebase's tools can import."
    )
    var exportOnExit: String?

    @Flag(help: "Refuse queries that production would refuse for lack of a composite index.")
    var requireIndexes = false

    @Option(
        help: "The firestore.indexes.json for --require-indexes (default: the one that --config names).")
    var indexes: String?

    @Option(
        help:
            "How to answer listeners that resume after a lost connection: with the exact difference, with existence filters as in production, with wrong counts so that clients ask for everything again, or with everything as Google's emulator does."
    )
    var resumeAnswer: ResumeAnswerArgument?

    @Option(
        help:
            "A file with faults to make, such as delays and failed calls, as PUT /emulator/v1/faults takes them."
    )
    var faults: String?

    @Option(
        help:
            "Whose behaviour to have where they differ: that of Google's emulator (default) or of production, which requires indexes, checks tokens and has more limits."
    )
    var like: LikeArgument?

    @Flag(help: "Print each denied request to standard error, with the rule that decided, and why.")
    var explain = false

    @Flag(
        help:
            "Also serve the console on this machine: the chat, the data and the rules in the browser."
    )
    var console = false

    @Option(
        name: .customLong("suite"),
        help: ArgumentHelp(
            "A suite of the rules for the console's page of tests; repeat for several (default: those beside --config).",
            valueName: "file"))
    var suites: [String] = []

    @Option(help: "The console's port; 0 picks a free one (default: 4000, or a free one if that is taken).")
    var consolePort: Int?

    @Flag(help: "Print errors only.")
    var quiet = false

    func validate() throws {
        if !suites.isEmpty, !console { throw ValidationError("--suite needs --console.") }
        if consolePort != nil, !console { throw ValidationError("--console-port needs --console.") }
        if let consolePort, !(0...65_535).contains(consolePort) {
            throw ValidationError("--console-port must be from 0 to 65535.")
        }
        if indexes != nil, !requireIndexes, like != .production {
            throw ValidationError("--indexes needs --require-indexes.")
        }
        if let databasePort, !(0...65_535).contains(databasePort) {
            throw ValidationError("--database-port must be from 0 to 65535.")
        }
        if let hubPort, !(0...65_535).contains(hubPort) {
            throw ValidationError("--hub-port must be from 0 to 65535.")
        }
        if let port, !(0...65_535).contains(port) { throw ValidationError("--port must be from 0 to 65535.") }
    }
}

/// What Firebase's tools pass to Google's emulator, in their spelling. Most of it has no meaning here.
///
/// Source: <https://github.com/firebase/firebase-tools>, `src/emulator/downloadableEmulators.ts`.
struct FirebaseToolsOptions: ParsableArguments {
    @Option(name: .customLong("project_id"), help: .hidden)
    var project: String?

    @Option(name: .customLong("seed_from_export"), help: .hidden)
    var importFile: String?

    @Option(name: .customLong("websocket_port"), help: .hidden)
    var websocketPort: Int?

    @Option(name: .customLong("webchannel_port"), help: .hidden)
    var webchannelPort: Int?

    @Option(name: .customLong("single_project_mode"), help: .hidden)
    var singleProjectMode: Bool?

    @Option(name: .customLong("functions_emulator"), help: .hidden)
    var functionsEmulator: String?

    @Option(name: .customLong("database-edition"), help: .hidden)
    var edition: String?

    func validate() throws {
        if let edition, edition != "standard" {
            throw ValidationError("--database-edition must be standard: there is no other one here.")
        }
    }
}

/// A value of `--resume-answer`.
enum ResumeAnswerArgument: String, ExpressibleByArgument, CaseIterable {
    case exact, filters, mismatches, reset

    var answer: ResumeAnswer {
        switch self {
        case .exact: .exact
        case .filters: .filters
        case .mismatches: .mismatches
        case .reset: .reset
        }
    }
}

/// A value of `--like`.
enum LikeArgument: String, ExpressibleByArgument, CaseIterable {
    case google, production

    var profile: EmulatorProfile {
        switch self {
        case .google: .emulator
        case .production: .production
        }
    }
}

/// `receipts emulator start`.
struct EmulatorStartCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Serve until interrupted.",
        discussion:
            "Prints one line, ready http://HOST:PORT, when it is ready, followed by database http://HOST:PORT if there is a Realtime Database, hub http://HOST:PORT if there is a hub, and with --console by the console's address.",
        examples: [
            "Serve with your rules and the console":
                "receipts emulator start --rules firestore.rules --console",
            "Serve what firebase.json names, and print each denial":
                "receipts emulator start --config firebase.json --explain",
            "Keep the documents from one run to the next":
                "receipts emulator start --import data.jsonl --export-on-exit data.jsonl",
        ])

    @OptionGroup var options: EmulatorOptions
    @OptionGroup var settings: SettingsOptions
    @OptionGroup(visibility: .hidden) var further: FirebaseToolsOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        var options = options
        options.project = options.project ?? further.project
        options.importFile = options.importFile ?? further.importFile
        return try await EmulatorFrontend(options: options, context: context).start()
    }
}

/// `receipts emulator exec`.
struct EmulatorExecCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "exec", abstract: "Run a command with an emulator beside it.",
        discussion: """
            Sets FIRESTORE_EMULATOR_HOST, FIREBASE_EMULATOR_HUB, GCLOUD_PROJECT, FIREBASE_CONFIG and, where there is a \
            Realtime Database, FIREBASE_DATABASE_EMULATOR_HOST for the command and exits with its status: \
            receipts emulator exec -- swift test
            """,
        examples: [
            "Run tests on free ports":
                "receipts emulator exec -- swift test",
            "Run a script with your rules and some documents":
                "receipts emulator exec --rules app.rules --import data.jsonl -- ./check.sh",
        ])

    @OptionGroup var options: EmulatorOptions
    @OptionGroup var settings: SettingsOptions

    @Argument(parsing: .postTerminator, help: "The command and its arguments.")
    var command: [String]

    func validate() throws {
        if command.isEmpty { throw ValidationError("Give a command after --.") }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await EmulatorFrontend(options: options, context: context).exec(command)
    }
}
