import ArgumentParser

/// `receipts init`.
struct InitCommand: ReceiptsSubcommand {
    /// Where the tests of rules run on every change.
    enum Service: String, ExpressibleByArgument, CaseIterable {
        case github, gitlab, none
    }

    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Add tests of security rules to a project, with a first suite made from the rules.",
        discussion: """
            Finds the rules by firebase.json, or as firestore.rules and database.rules.json. For each allow statement, and each rule of a \
            Realtime Database, the suite has requests that it allows and requests that it denies, as the rules decide them now, marked as \
            to be reviewed. Existing files stay as they are.
            """,
        examples: [
            "Add a suite and a workflow for GitHub to this project":
                "receipts init",
            "Add the step for GitLab to another one":
                "receipts init ../chat --ci gitlab",
        ])

    @Argument(help: ArgumentHelp("The project's folder.", valueName: "folder"))
    var folder = "."

    @Option(
        help:
            "The service that runs the tests on every change (default: gitlab if there is a .gitlab-ci.yml, otherwise github)."
    )
    var ci: Service?

    @Option(
        help: ArgumentHelp(
            "The action for GitHub, in the repository that you got receipts from.",
            valueName: "owner/name@version"))
    var action = "your-organization/firestore-receipts@main"

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await InitFrontend(command: self, context: context).run()
    }
}
