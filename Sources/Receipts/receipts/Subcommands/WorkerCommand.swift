import ArgumentParser
import PrintableText
import ReadReceipts
import ReceiptWorker

/// `receipts worker` and what belongs to it.
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract:
            "Take receipts in, keep them safe, and write them to Firestore through outages and refusals.",
        subcommands: [
            WorkerRunCommand.self, WorkerStatusCommand.self, WorkerVerifyCommand.self,
            WorkerDeadLettersCommand.self,
        ],
        defaultSubcommand: WorkerRunCommand.self)
}

/// The option of every command that works on an outbox.
struct OutboxOptions: ParsableArguments {
    @Option(
        help:
            "The file that keeps what is to be written (else receipts/outbox.sqlite in XDG_STATE_HOME or ~/.local/state)."
    )
    var outbox: String?
}

/// `receipts worker run`.
struct WorkerRunCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Write receipts until interrupted, or until nothing is left.",
        discussion: """
            Events are lines of JSON: {"kind": "read", "conversation": "c1", "message": "m1", "user": "bob", \
            "at": "2026-01-02T03:04:05Z"}; "at" may be left out, and "kind" may be "delivered". With an emulator, and neither \
            --admin nor --user, each is written as its own user.
            """)

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var outbox: OutboxOptions

    @Option(help: "Write everything as this user, whose receipts they are.")
    var user: UserID?

    @Option(
        help:
            "Take events over HTTP on HOST:PORT, too, and tell how the worker is; other machines need the token in RECEIPTS_INTAKE_TOKEN."
    )
    var listen: String?

    @Flag(help: "Take events from standard input, one a line.")
    var stdin = false

    @Option(
        name: .customLong("follow"), parsing: .singleValue,
        help: ArgumentHelp(
            "Take events from a file or a named pipe as it grows, from where reading ended the last time; may be given several times.",
            valueName: "file"))
    var followed: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Listen to this user's conversations, and mark what comes in delivered; may be given several times.",
            valueName: "uid"))
    var autoDeliver: [UserID] = []

    @Option(
        help: ArgumentHelp(
            "Write each receipt as its own user, with the token that this command of the shell prints for the user in RECEIPTS_USER.",
            valueName: "command"))
    var tokenCommand: String?

    @Option(
        help: ArgumentHelp(
            "Take only the events of users of one share, such as 1/4, where several workers share the load.",
            valueName: "k/n"), transform: UserShare.init(argument:))
    var share: UserShare?

    @Option(help: "How long receipts wait for others to be written with, in milliseconds.")
    var flushInterval = 1500

    @Flag(help: "Write receipts also where messages have another schema than --schema, and will have both.")
    var force = false

    @Flag(help: "End once everything is written, that of standard input included.")
    var drain = false

    @Option(help: "How an administrator's writes are sent: commits, or bulk as Google's BulkWriter does.")
    var writes: Writes?

    /// How an administrator's writes are sent.
    enum Writes: String, ExpressibleByArgument, CaseIterable {
        case commits, bulk
    }

    func validate() throws {
        if !(0...3_600_000).contains(flushInterval) {
            throw ValidationError("--flush-interval is from 0 to 3600000 milliseconds.")
        }
        if let tokenCommand, tokenCommand.allSatisfy(\.isWhitespace) {
            throw ValidationError("--token-command is empty: give a command that prints a token.")
        }
        if drain, listen != nil || !autoDeliver.isEmpty {
            let option = listen == nil ? "--auto-deliver" : "--listen"
            throw ValidationError(
                "\(option) goes on until it is interrupted, and --drain ends. To write what is left, as after a crash, "
                    + "run: \(drainCommand)")
        }
        if tokenCommand != nil, user != nil || connection.admin || connection.credentials != nil {
            throw ValidationError("--token-command does not go with --user, --admin or --credentials.")
        }
        if autoDeliver.contains("") {
            throw ValidationError("--auto-deliver takes a user's id.")
        }
        if user != nil, connection.admin { throw ValidationError("Give --user or --admin, not both.") }
    }

    /// The command that writes what the outbox holds, as this one would, and ends.
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
        return (words + connection.words).joined(separator: " ")
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await WorkerFrontend(command: self, context: context).run()
    }
}

/// `receipts worker status`.
struct WorkerStatusCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tell how much waits to be written.")

    @OptionGroup var outbox: OutboxOptions

    @Option(help: "Print text for people, or one JSON object a line.")
    var format = OutputFormat.text

    @Flag(help: "Go on until nothing waits any more, with a bar on a terminal.")
    var watch = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await QueueFrontend(options: outbox, format: format, context: context).run(watch: watch)
    }
}

/// `receipts worker verify`.
struct WorkerVerifyCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check every row of an outbox, and save what is whole.",
        discussion: """
            Changes nothing. Each damaged row is printed on a line, then the counts. Ends with status 1 when something is \
            damaged.
            """)

    @OptionGroup var outbox: OutboxOptions

    @Option(
        help: ArgumentHelp(
            "Write what is whole to a new outbox, with which a worker can go on.", valueName: "file"))
    var salvage: String?

    @Option(help: "Print text for people, or one JSON object a line.")
    var format = OutputFormat.text

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await VerifyFrontend(command: self, context: context).run()
    }
}

/// `receipts worker dead-letters` and what belongs to it.
struct WorkerDeadLettersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead-letters",
        abstract: "List, retry or drop the receipts that could not be written.",
        subcommands: [
            DeadLettersListCommand.self, DeadLettersRetryCommand.self, DeadLettersDropCommand.self,
        ],
        defaultSubcommand: DeadLettersListCommand.self)
}

/// `receipts worker dead-letters list`.
struct DeadLettersListCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List them with their reasons, the oldest first.")

    @OptionGroup var outbox: OutboxOptions

    @Option(help: "Print text for people, or one JSON object a line.")
    var format = OutputFormat.text

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DeadLettersFrontend(options: outbox, format: format, context: context).list()
    }
}

/// Which dead letters are meant.
struct DeadLetterSelection: ParsableArguments {
    @Flag(help: "All of them.")
    var all = false

    @Argument(help: "Their numbers.")
    var numbers: [Int64] = []

    func validate() throws {
        if all != numbers.isEmpty { throw ValidationError("Give numbers of dead letters, or --all.") }
    }
}

/// `receipts worker dead-letters retry`.
struct DeadLettersRetryCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Put them back to be written by the worker.")

    @OptionGroup var outbox: OutboxOptions
    @OptionGroup var selection: DeadLetterSelection

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DeadLettersFrontend(options: outbox, format: .text, context: context).retry(selection)
    }
}

/// `receipts worker dead-letters drop`.
struct DeadLettersDropCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(commandName: "drop", abstract: "Forget them.")

    @OptionGroup var outbox: OutboxOptions
    @OptionGroup var selection: DeadLetterSelection

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await DeadLettersFrontend(options: outbox, format: .text, context: context).drop(selection)
    }
}

extension UserShare {
    /// Reads a share as the command line has it, such as `1/4`.
    init(argument: String) throws {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
            let share = UserShare(number, of: count)
        else { throw ValidationError("give K/N, such as 1/4, the first of four shares.") }
        self = share
    }
}
