import ArgumentParser

/// How long to search, and what to do with what is found.
struct SearchOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Search for at most this many seconds.", valueName: "seconds"))
    var seconds: Double = 10

    @Option(
        help: ArgumentHelp(
            "Stop after this many requests (of each claim) instead, so that the same seed finds the same.",
            valueName: "count"
        ))
    var requests: Int?

    @Option(help: ArgumentHelp("Where random numbers begin.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Write what was found as a suite.", valueName: "file"))
    var suiteOut: String?

    @Flag(inversion: .prefixedNo, help: "Have cvc5 or z3 prove what it can, if one is installed.")
    var proof = true

    @Option(help: ArgumentHelp("Write what is to be proven, for any solver of SMT-LIB.", valueName: "file"))
    var proofOut: String?

    @Option(help: "Print text, or one JSON object per finding.")
    var format = RulesFormat.text

    @Option(
        name: .customLong("suite"),
        help: ArgumentHelp(
            "Begin with the documents and requests of this suite; repeatable.", valueName: "file"))
    var suites: [String] = []

    @Option(
        help: ArgumentHelp(
            "Begin with the documents and requests of this running emulator.", valueName: "host:port"))
    var fromEmulator: String?

    @Option(
        help:
            "The project on that emulator (default: GCLOUD_PROJECT, GOOGLE_CLOUD_PROJECT, then demo-receipts)."
    )
    var project: String?

    func validate() throws {
        if project != nil, fromEmulator == nil {
            throw ValidationError("--project is for --from-emulator HOST:PORT.")
        }
        guard seconds > 0, seconds <= 1_000_000 else {
            throw ValidationError("--seconds must be greater than 0, and at most 1000000.")
        }
        if let requests, requests <= 0 { throw ValidationError("--requests must be greater than 0.") }
    }
}

/// `receipts rules diff`.
struct RulesDiffCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Find requests that two versions of rules decide differently.",
        discussion: """
            Exits with status 0 if no difference was found, 1 if one was found, and 2 if the rules cannot be used.
            Documentation/RulesAnalysis.md explains what a search can show.
            """,
        examples: [
            "Find requests that a change allows or denies":
                "receipts rules diff old.rules new.rules",
            "Keep them as a suite":
                "receipts rules diff old.rules new.rules --suite-out changes.yaml",
            "Compare with the last commit, the same way each time":
                #"""
            git show HEAD:firestore.rules |
                receipts rules diff - firestore.rules --requests 50000 --seed 1
            """#,
        ])

    @Argument(help: ArgumentHelp("The rules before the change.", valueName: "old"))
    var old: String

    @Argument(help: ArgumentHelp("The rules after it.", valueName: "new"))
    var new: String

    @OptionGroup var search: SearchOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await RulesDiffFrontend(command: self, context: context).run()
    }
}

/// `receipts rules attack`.
struct RulesAttackCommand: ReceiptsSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "attack",
        abstract: "Find requests that rules allow although a claim about them does not hold.",
        discussion: """
            Exits with status 0 if no claim was broken, 1 if one was, and 2 if the rules or the claims cannot be used.
            Documentation/RulesAnalysis.md explains claims.
            """,
        examples: [
            "Look for allowed requests that break a claim":
                "receipts rules attack firestore.rules --claims claims.yaml",
            "Search for a minute, and keep what was found as a suite":
                "receipts rules attack --claims claims.yaml --seconds 60 --suite-out new.yaml",
        ])

    @Argument(help: ArgumentHelp("The rules; by default those that the claims name.", valueName: "rules"))
    var rules: String?

    @Option(help: ArgumentHelp("What must hold whenever the rules allow.", valueName: "file"))
    var claims: String

    @OptionGroup var search: SearchOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await RulesAttackFrontend(command: self, context: context).run()
    }
}
