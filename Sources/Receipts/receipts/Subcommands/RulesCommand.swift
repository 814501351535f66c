import ArgumentParser

/// `receipts rules`.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract:
            "Check and test security rules: Firestore's, and the Realtime Database's in .json files.",
        examples: [
            "Find mistakes":
                "receipts rules check firestore.rules",
            "Run a suite":
                "receipts rules test suite.yaml",
            "Find what the suite does not notice":
                "receipts rules mutate suite.yaml",
            "Find holes, and what a change allows or denies":
                """
            receipts rules lint firestore.rules
            receipts rules diff old.rules new.rules
            """,
        ],
        subcommands: [
            RulesCheckCommand.self, RulesTestCommand.self, RulesCoverageCommand.self, RulesMutateCommand.self,
            RulesDiffCommand.self, RulesAttackCommand.self, RulesLintCommand.self, RulesAccessCommand.self,
            RulesFunctionsCommand.self,
        ])
}

/// The output of rules commands.
enum RulesFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// The output of commands that report places in rules.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif
}

/// The options of all commands that run suites.
struct SuiteOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Suite files, in YAML or JSON.", valueName: "suite"))
    var suites: [String]

    @Option(help: "The rules file to use instead of the one that a suite names.")
    var rules: String?

    @Option(
        help: ArgumentHelp(
            "Run only cases whose name, or whose suite's name, contains this text.", valueName: "text"))
    var filter: String?
}

/// `receipts rules check`.
struct RulesCheckCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report mistakes in rules files.",
        discussion: "Exits with status 1 if there is an error, with --strict also if there is a warning.",
        examples: [
            "Print each mistake with its line":
                "receipts rules check firestore.rules",
            "Fail on warnings, and check the Realtime Database's too":
                "receipts rules check --strict firestore.rules database.rules.json",
            "Write a report for code scanning":
                "receipts rules check firestore.rules --format sarif >rules.sarif",
        ])

    @Argument(help: ArgumentHelp("Rules files.", valueName: "file"))
    var files: [String]

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @Option(help: "Print text, one JSON object per diagnostic, or a SARIF log.")
    var format = ReportFormat.text

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await RulesCheckFrontend(command: self, context: context).run()
    }
}

/// `receipts rules test`.
struct RulesTestCommand: ReceiptsSubcommand {
    /// The format of the output.
    enum Output: String, ExpressibleByArgument, CaseIterable {
        case text, json, tap, junit
    }

    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Run suites of requests against rules.",
        discussion: "Documentation/RulesSuites.md describes suites.",
        examples: [
            "Run a suite in this process":
                "receipts rules test suite.yaml",
            "Run it on an emulator, also Google's":
                "receipts rules test suite.yaml --emulator 127.0.0.1:8080",
            "Run it again at each change":
                "receipts rules test suite.yaml --watch",
            "Write JUnit XML, and require coverage":
                "receipts rules test suite.yaml --output junit --min-coverage 90 >junit.xml",
        ])

    @OptionGroup var options: SuiteOptions
    @OptionGroup var coverage: CoverageOptions

    @Option(help: ArgumentHelp("Run on this emulator instead of the embedded one.", valueName: "host:port"))
    var emulator: String?

    @Option(help: "Print text, one JSON object per case, TAP, or JUnit XML.")
    var output = Output.text

    @Flag(name: .customLong("coverage"), help: "Print how often each condition was true and false.")
    var printsCoverage = false

    @Flag(help: "Run again whenever a file changes, until interrupted.")
    var watch = false

    func validate() throws {
        if emulator != nil, printsCoverage || coverage.isWanted {
            throw ValidationError("Only the embedded emulator measures coverage: leave out --emulator.")
        }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await RulesTestFrontend(command: self, context: context).run()
    }
}

/// Where to write coverage, and how much is required.
struct CoverageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Write a page that shows the values of each expression.", valueName: "file"))
    var coverageHTML: String?

    @Option(help: ArgumentHelp("Write coverage in lcov format.", valueName: "file"))
    var coverageLCOV: String?

    @Option(
        help: ArgumentHelp(
            "Fail if less than this percentage of the conditions was seen both true and false.",
            valueName: "percent"))
    var minCoverage: Double?

    var isWanted: Bool { coverageHTML != nil || coverageLCOV != nil || minCoverage != nil }

    func validate() throws {
        if let minCoverage, !(0...100).contains(minCoverage) {
            throw ValidationError("--min-coverage must be from 0 to 100.")
        }
    }
}

/// `receipts rules coverage`.
struct RulesCoverageCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Run suites, and print how often each condition was true and false.",
        examples: [
            "Show conditions that were never true, or never false":
                "receipts rules coverage suite.yaml",
            "Write a page with the value of each expression":
                "receipts rules coverage suite.yaml --coverage-html coverage.html",
        ])

    @OptionGroup var options: SuiteOptions
    @OptionGroup var coverage: CoverageOptions

    @Option(help: "Print text, or one JSON object per condition.")
    var format = RulesFormat.text

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await RulesCoverageFrontend(command: self, context: context).run()
    }
}

/// `receipts rules mutate`.
struct RulesMutateCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "mutate",
        abstract: "Change the rules in small ways, and show the changes that no case notices.",
        examples: [
            "Show the changes that no case notices":
                "receipts rules mutate suite.yaml",
            "Fail in CI below a score, except for listed mutants":
                "receipts rules mutate suite.yaml --min-score 95 --list equivalents.txt",
        ])

    @OptionGroup var options: SuiteOptions

    @Option(
        help: ArgumentHelp(
            "Fail if less than this percentage of the mutants is noticed.", valueName: "percent"))
    var minScore: Double?

    @Option(
        help: ArgumentHelp(
            "A file that lists mutants that change nothing: ids or lines, with reasons.",
            valueName: "file"))
    var list: String?

    @Option(help: "Print text, or one JSON object per mutant that was not noticed.")
    var format = RulesFormat.text

    func validate() throws {
        if let minScore, !(0...100).contains(minScore) {
            throw ValidationError("--min-score must be from 0 to 100.")
        }
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await RulesMutateFrontend(command: self, context: context).run()
    }
}

/// `receipts rules functions`.
struct RulesFunctionsCommand: ReceiptsSubcommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, markdown
    }

    /// The languages by their options.
    enum Language: String, ExpressibleByArgument, CaseIterable {
        case firestore
        case realtimeDatabase = "realtime-database"
    }

    static let configuration = CommandConfiguration(
        commandName: "functions",
        abstract: "Show the functions, methods and properties that rules can use.",
        examples: [
            "Show a function's signatures":
                "receipts rules functions hasAny",
            "List what Firestore's rules can call":
                "receipts rules functions --language firestore",
        ])

    @Argument(help: ArgumentHelp("Show these in full, with all signatures.", valueName: "name"))
    var names: [String] = []

    @Option(help: "Show only those of one language.")
    var language: Language?

    @Option(help: "Print text, one JSON object per function, or a page of Markdown.")
    var format = Format.text

    func run(in context: CommandContext) async throws -> ExitStatus {
        try RulesFunctionsFrontend(command: self, console: context.console).run()
    }
}
