import ArgumentParser
import PrintableText
import ReadReceipts
import ReceiptWorker

/// `receipts worker` and its subcommands.
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract:
            "Store receipts durably, and write them to the database, through outages.",
        examples: [
            "Write the events of a file, and end":
                "receipts worker --stdin --drain <events.ndjson",
            "See how many receipts wait":
                "receipts worker status",
            "See which can never be written, and why":
                "receipts worker dead-letters",
        ],
        subcommands: [
            WorkerRunCommand.self, WorkerStatusCommand.self, WorkerVerifyCommand.self,
            WorkerDeadLettersCommand.self,
        ],
        defaultSubcommand: WorkerRunCommand.self)
}

/// The option of every command that uses an outbox.
struct OutboxOptions: ParsableArguments {
    @Option(
        help:
            "The file that stores pending receipts (default: receipts/outbox.sqlite in XDG_STATE_HOME or ~/.local/state)."
    )
    var outbox: String?
}

/// `receipts worker run`.
struct WorkerRunCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Write receipts until interrupted, or until nothing is left.",
        discussion: """
            Events are lines of JSON: {"kind": "read", "conversation": "c1", "message": "m1", "user": "bob", \
            "at": "2026-01-02T03:04:05Z"}; "at" may be left out, and "kind" may be "delivered" or a further stage of the schema. On an emulator, \
            each is written as its own user, unless you pass --admin or --user.
            """,
        examples: [
            "Write the events of a file, and end":
                "receipts worker run --stdin --drain <events.ndjson",
            "Accept events over HTTP until interrupted":
                "receipts worker run --listen 127.0.0.1:8200",
            "Follow a log, with an outbox of its own":
                "receipts worker run --follow events.ndjson --outbox outbox.sqlite",
            "Write what is published to Pub/Sub, with any number of workers":
                "receipts worker run --pubsub receipts --dead-letter-topic refused",
        ])

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var outbox: OutboxOptions
    @OptionGroup var settings: SettingsOptions

    @Option(help: "Write everything as this user.")
    var user: UserID?

    @Option(
        help: ArgumentHelp(
            "Pull events from this subscription of Pub/Sub, instead of storing them in an outbox, and acknowledge them once they are written; PUBSUB_EMULATOR_HOST names an emulator.",
            valueName: "subscription"))
    var pubsub: String?

    @Option(
        help: ArgumentHelp(
            "With --pubsub or --no-outbox, publish what can never be written to this topic, with the reason (default: list it in the outbox).",
            valueName: "topic"))
    var deadLetterTopic: String?

    @Flag(
        help: "Store nothing on disk: requests to --listen are answered once the database has their receipts."
    )
    var noOutbox = false

    @Option(
        help:
            "Also accept events over HTTP on HOST:PORT, and serve health checks and metrics; other machines need the token in RECEIPTS_INTAKE_TOKEN."
    )
    var listen: String?

    @Flag(help: "Read events from standard input, one per line.")
    var stdin = false

    @Option(
        name: .customLong("follow"), parsing: .singleValue,
        help: ArgumentHelp(
            "Read events from a file as it grows, or from a named pipe, from where reading ended the last time; can be repeated.",
            valueName: "file"))
    var followed: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Listen to this user's conversations, and mark incoming messages delivered; can be repeated.",
            valueName: "uid"))
    var autoDeliver: [UserID] = []

    @Option(
        help: ArgumentHelp(
            "Write each receipt as its own user, with the token that this shell command prints for the user in RECEIPTS_USER.",
            valueName: "command"))
    var tokenCommand: String?

    @Option(
        help: ArgumentHelp(
            "Write only for the users of one share, such as 1/4, so that several workers divide the load.",
            valueName: "k/n"), transform: UserShare.init(argument:))
    var share: UserShare?

    @Option(
        help:
            "How many milliseconds a receipt waits for others, to be written together (default: 1500; 50 without an outbox)."
    )
    var flushInterval: Int?

    @Flag(help: "Write receipts even if the schema of the messages is not --schema; they will then mix both.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "Write receipts of this schema too, while an app moves from one to the other.", valueName: "name")
    )
    var alsoSchema: String?

    @Flag(help: "Exit once everything is written, including standard input.")
    var drain = false

    @Option(help: "How to send an administrator's writes: as commits, or in bulk like Google's BulkWriter.")
    var writes: Writes?

    /// How an administrator's writes are sent.
    enum Writes: String, ExpressibleByArgument, CaseIterable {
        case commits, bulk
    }

    func validate() throws {
        if let flushInterval, !(0...3_600_000).contains(flushInterval) {
            throw ValidationError("--flush-interval must be from 0 to 3600000 milliseconds.")
        }
        if let tokenCommand, tokenCommand.allSatisfy(\.isWhitespace) {
            throw ValidationError("--token-command is empty; pass a command that prints a token.")
        }
        try validateMessages()
        if drain, listen != nil || !autoDeliver.isEmpty {
            let option = listen == nil ? "--auto-deliver" : "--listen"
            throw ValidationError(
                "\(option) runs until interrupted, but --drain exits once everything is written. To write what is left, "
                    + "for example after a crash, run: \(drainCommand)")
        }
        if tokenCommand != nil, user != nil || connection.admin || connection.credentials != nil {
            throw ValidationError("--token-command cannot be combined with --user, --admin or --credentials.")
        }
        if autoDeliver.contains("") {
            throw ValidationError("--auto-deliver needs a user id.")
        }
        if user != nil, connection.admin { throw ValidationError("Give --user or --admin, not both.") }
    }

    /// Whether receipts are not stored in an outbox.
    var keepsNothing: Bool { pubsub != nil || noOutbox }

    private func validateMessages() throws {
        guard keepsNothing else {
            if deadLetterTopic == nil { return }
            throw ValidationError(
                "--dead-letter-topic needs --pubsub or --no-outbox; an outbox has a list of dead letters.")
        }
        let option = pubsub == nil ? "--no-outbox" : "--pubsub"
        let others = [
            ("--stdin", stdin), ("--follow", !followed.isEmpty), ("--auto-deliver", !autoDeliver.isEmpty),
            ("--share", share != nil),
        ]
        if let other = others.first(where: \.1)?.0 {
            throw ValidationError("\(other) cannot be combined with \(option): it needs an outbox.")
        }
        if noOutbox, outbox.outbox != nil { throw ValidationError("Give --outbox or --no-outbox, not both.") }
        if pubsub == nil, listen == nil {
            throw ValidationError("--no-outbox needs --pubsub or --listen, or there is nothing to write.")
        }
        if deadLetterTopic != nil, outbox.outbox != nil {
            throw ValidationError("Give --dead-letter-topic or --outbox for dead letters, not both.")
        }
    }

    /// The command that writes the contents of the outbox with these options, and exits.
    var drainCommand: String {
        var words = ["receipts", "worker", "--drain"]
        func add(_ option: String, _ value: String?) {
            if let value { words += [option, value.quotedForShell] }
        }
        add("--outbox", outbox.outbox)
        for file in followed { add("--follow", file) }
        if stdin { words.append("--stdin") }
        add("--share", share.map { "\($0.number)/\($0.count)" })
        add("--user", user?.string)
        add("--token-command", tokenCommand)
        add("--writes", writes?.rawValue)
        if force { words.append("--force") }
        if let alsoSchema { words += ["--also-schema", alsoSchema.quotedForShell] }
        return (words + connection.words).joined(separator: " ")
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await WorkerFrontend(command: self, context: context).run()
    }
}

/// `receipts worker status`.
struct WorkerStatusCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how many receipts wait to be written.",
        examples: [
            "Print how many receipts wait":
                "receipts worker status",
            "Show progress until none does":
                "receipts worker status --watch",
        ])

    @OptionGroup var outbox: OutboxOptions

    @Option(help: "Print text, or one JSON object per line.")
    var format = OutputFormat.text

    @Flag(help: "Keep printing until nothing waits, with a progress bar on a terminal.")
    var watch = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await QueueFrontend(options: outbox, format: format, context: context).run(watch: watch)
    }
}

/// `receipts worker verify`.
struct WorkerVerifyCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check every row of an outbox, and save the intact ones.",
        discussion: """
            Changes nothing. Prints a line for each damaged row, then the counts. Exits with status 1 if something is \
            damaged.
            """,
        examples: [
            "Check an outbox":
                "receipts worker verify --outbox outbox.sqlite",
            "Save what is intact":
                "receipts worker verify --outbox outbox.sqlite --salvage saved.sqlite",
        ])

    @OptionGroup var outbox: OutboxOptions

    @Option(
        help: ArgumentHelp(
            "Write the intact rows to a new outbox, with which a worker can continue.", valueName: "file"))
    var salvage: String?

    @Option(help: "Print text, or one JSON object per line.")
    var format = OutputFormat.text

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await VerifyFrontend(command: self, context: context).run()
    }
}

/// `receipts worker dead-letters` and its subcommands.
struct WorkerDeadLettersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead-letters",
        abstract: "List, retry or drop the receipts that could not be written.",
        examples: [
            "List them with their reasons":
                "receipts worker dead-letters",
            "Try all again, after the cause has gone":
                "receipts worker dead-letters retry --all",
        ],
        subcommands: [
            DeadLettersListCommand.self, DeadLettersRetryCommand.self, DeadLettersDropCommand.self,
        ],
        defaultSubcommand: DeadLettersListCommand.self)
}

/// `receipts worker dead-letters list`.
struct DeadLettersListCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List dead letters with their reasons, oldest first.",
        examples: [
            "List them with their reasons":
                "receipts worker dead-letters list",
            "Count them by reason":
                #"""
            receipts worker dead-letters list --format json |
                jq -r .code | sort | uniq -c
            """#,
        ])

    @OptionGroup var outbox: OutboxOptions

    @Option(help: "Print text, or one JSON object per line.")
    var format = OutputFormat.text

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DeadLettersFrontend(options: outbox, format: format, context: context).list()
    }
}

/// The dead letters to retry or drop.
struct DeadLetterSelection: ParsableArguments {
    @Flag(help: "All dead letters.")
    var all = false

    @Argument(help: "The numbers of dead letters.")
    var numbers: [Int64] = []

    func validate() throws {
        if all != numbers.isEmpty { throw ValidationError("Give numbers of dead letters, or --all.") }
    }
}

/// `receipts worker dead-letters retry`.
struct DeadLettersRetryCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Queue dead letters again for the worker.",
        examples: [
            "Try two of them again":
                "receipts worker dead-letters retry 3 7",
            "Try all again":
                "receipts worker dead-letters retry --all",
        ])

    @OptionGroup var outbox: OutboxOptions
    @OptionGroup var selection: DeadLetterSelection

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DeadLettersFrontend(options: outbox, format: .text, context: context).retry(selection)
    }
}

/// `receipts worker dead-letters drop`.
struct DeadLettersDropCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Delete dead letters.",
        examples: [
            "Delete two of them":
                "receipts worker dead-letters drop 3 7",
            "Delete all":
                "receipts worker dead-letters drop --all",
        ])

    @OptionGroup var outbox: OutboxOptions
    @OptionGroup var selection: DeadLetterSelection

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DeadLettersFrontend(options: outbox, format: .text, context: context).drop(selection)
    }
}

extension UserShare {
    /// Parses a share such as `1/4`.
    init(argument: String) throws {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
            let share = UserShare(number, of: count)
        else { throw ValidationError("give K/N, such as 1/4, the first of four shares.") }
        self = share
    }
}
