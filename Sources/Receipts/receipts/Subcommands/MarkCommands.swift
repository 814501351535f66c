import ArgumentParser
import ReadReceipts

/// How receipts are written.
struct WritingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write receipts of this schema too, while an app moves from one to the other.", valueName: "name")
    )
    var alsoSchema: String?

    @Option(
        help:
            "How many writes a commit may hold (default: 500, which all servers take; production takes more, up to 10 MiB)."
    )
    var writesPerCommit: Int?

    func validate() throws {
        if let writesPerCommit, !(1...100_000).contains(writesPerCommit) {
            throw ValidationError("--writes-per-commit must be from 1 to 100000.")
        }
    }
}

/// The arguments that `mark`, `mark-delivered` and `mark-read` share.
struct MarkOptions: ParsableArguments {
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var denials: DenialOptions

    @Option(help: "The conversation's id.")
    var conversation: ConversationID

    @Option(help: "The recipient's id; the command acts as this user, unless you pass --admin.")
    var user: UserID

    @Flag(help: "Mark every message of the conversation that needs a receipt.")
    var all = false

    @Option(help: "Store the receipts in this outbox file for a worker, without contacting the database.")
    var queue: String?

    @Option(
        help: ArgumentHelp(
            "Publish the receipts to this topic of Pub/Sub for workers, without contacting the database; PUBSUB_EMULATOR_HOST names an emulator.",
            valueName: "topic"))
    var publish: String?

    @Flag(help: "Mark messages even if their schema is not --schema; they will then mix both.")
    var force = false

    @OptionGroup var writing: WritingOptions

    @Flag(
        name: .customLong("private"),
        help: "Keep the user's place where nobody else sees it, in schemas with cursors.")
    var isPrivate = false

    @Argument(help: "The messages' ids; - reads them from standard input, one per line.")
    var ids: [MessageID] = []

    func validate() throws {
        if queue != nil, publish != nil { throw ValidationError("Give --queue or --publish, not both.") }
        if let option = queue != nil ? "--queue" : publish != nil ? "--publish" : nil {
            if force {
                throw ValidationError(
                    "--force cannot be combined with \(option); pass it to the worker instead.")
            }
            if all {
                throw ValidationError("\(option) needs message ids; --all would have to ask the database.")
            }
            if writing.alsoSchema != nil {
                throw ValidationError(
                    "--also-schema cannot be combined with \(option); pass it to the worker instead.")
            }
            if denials.explain {
                throw ValidationError(
                    "--explain cannot be combined with \(option): the worker writes the receipts later.")
            }
        }
        if isPrivate, queue != nil {
            throw ValidationError(
                "--private cannot be combined with --queue: a worker writes receipts that others see.")
        }
        if all, !ids.isEmpty { throw ValidationError("Give message ids or --all, not both.") }
        if !all, ids.isEmpty {
            throw ValidationError("Give message ids, - to read them from standard input, or --all.")
        }
    }
}

/// `receipts mark`.
struct MarkCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "mark", abstract: "Mark messages as having reached a stage, such as read, for a user.",
        examples: [
            "Mark a voice message played, a stage of your own":
                "receipts mark --stage played --schema my.json --conversation c --user bob m1",
            "Mark everything read, like mark-read":
                "receipts mark --stage read --conversation team --user bob --all",
        ])

    @Option(help: "The stage: delivered, read, or a further one of the schema.")
    var stage: String

    @OptionGroup var options: MarkOptions

    var connection: ConnectionOptions { options.connection }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await MarkFrontend(stage: stage, options: options, context: context).run()
    }
}

/// `receipts mark-delivered`: `mark --stage delivered`.
struct MarkDeliveredCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "mark-delivered", abstract: "Mark messages delivered to a user.",
        examples: [
            "Mark all that bob has not received":
                "receipts mark-delivered --conversation team --user bob --all",
            "Mark two messages":
                "receipts mark-delivered --conversation team --user bob m1 m2",
        ])

    @OptionGroup var options: MarkOptions

    var connection: ConnectionOptions { options.connection }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await MarkFrontend(stage: Receipt.delivered.name, options: options, context: context).run()
    }
}

/// `receipts mark-read`: `mark --stage read`.
struct MarkReadCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "mark-read", abstract: "Mark messages read by a user.",
        examples: [
            "Mark all that bob has not read":
                "receipts mark-read --conversation team --user bob --all",
            "Leave it to a worker":
                "receipts mark-read --conversation team --user bob m1 --queue outbox.sqlite",
            "Hand it over to workers through Pub/Sub":
                "receipts mark-read --conversation team --user bob m1 --publish receipts",
            "Mark in production, with an access token":
                #"""
            FIRESTORE_TOKEN=$(gcloud auth print-access-token) \
              receipts mark-read --project my-chat --conversation team --user bob --all
            """#,
        ])

    @OptionGroup var options: MarkOptions

    var connection: ConnectionOptions { options.connection }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await MarkFrontend(stage: Receipt.read.name, options: options, context: context).run()
    }
}
