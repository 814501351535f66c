import AnalysisCore
import ArgumentParser

/// How long to look for allowed requests.
struct LookOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Search for at most this many seconds.", valueName: "seconds"))
    var seconds: Double = 30

    @Option(help: ArgumentHelp("Where random numbers begin.", valueName: "number"))
    var seed: UInt64 = 1

    func validate() throws {
        guard seconds > 0, seconds <= 1_000_000 else {
            throw ValidationError("--seconds must be greater than 0, and at most 1000000.")
        }
    }
}

/// `receipts rules lint`.
struct RulesLintCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find known holes in rules, each with a request that shows it.",
        discussion: """
            Exits with status 0 if nothing was found, 1 if there is an error or a warning, and 2 if the rules cannot be used.
            Documentation/RulesAnalysis.md lists what it looks for. A comment in the rules says that one hole is meant:
            // receipts:allow KIND: REASON
            """,
        examples: [
            "Find holes":
                "receipts rules lint firestore.rules",
            "Show notes too, and leave out one kind":
                "receipts rules lint firestore.rules --level note --ignore unbounded",
            "Write a report for code scanning":
                "receipts rules lint firestore.rules --format sarif >rules.sarif",
        ])

    @Argument(help: ArgumentHelp("Rules files.", valueName: "file"))
    var files: [String]

    @OptionGroup var look: LookOptions

    @Option(help: "Leave out what matters less than this.")
    var level = HoleSeverity.warning

    @Option(help: ArgumentHelp("Leave out holes of this kind. Can be repeated.", valueName: "kind"))
    var ignore: [HoleKind] = []

    @Flag(
        inversion: .prefixedNo, help: "Have cvc5 or z3 prove what makes no difference, if one is installed.")
    var proof = true

    @Option(help: ArgumentHelp("Write what was found as a suite.", valueName: "file"))
    var suiteOut: String?

    @Option(help: "Print text, one JSON object per hole, or a SARIF log.")
    var format = ReportFormat.text

    func validate() throws {
        if suiteOut != nil, files.count > 1 {
            throw ValidationError("--suite-out takes one rules file, because a suite is for one.")
        }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await RulesLintFrontend(command: self, context: context).run()
    }
}

extension HoleSeverity: ExpressibleByArgument {}
extension HoleKind: ExpressibleByArgument {}

/// `receipts rules access`.
struct RulesAccessCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Show who can do what, by path, method and field.",
        discussion: """
            What is shown was found by a search: more may be allowed than is shown, never less.
            Documentation/RulesAnalysis.md explains the table.
            """,
        examples: [
            "Print the table":
                "receipts rules access firestore.rules",
            "With a request for each entry":
                "receipts rules access firestore.rules --examples",
            "Write a page":
                "receipts rules access firestore.rules --html-out access.html",
        ])

    @Argument(help: ArgumentHelp("The rules.", valueName: "rules"))
    var rules: String

    @OptionGroup var look: LookOptions

    @Flag(help: "Print a request that shows each entry.")
    var examples = false

    @Option(
        name: .customLong("html-out"), help: ArgumentHelp("Write the table as a page.", valueName: "file"))
    var htmlOut: String?

    @Option(help: "Print text, or one JSON object per entry.")
    var format = RulesFormat.text

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await RulesAccessFrontend(command: self, context: context).run()
    }
}
