import ArgumentParser

/// `receipts seed`.
struct SeedCommand: ConnectingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "seed", abstract: "Write users, conversations and messages from a JSON file.",
        discussion: """
            The file: {"users": {"alice": {"displayName": "Alice"}}, "conversations": [{"id": "c1", "participants": \
            ["alice", "bob"], "messages": [{"id": "m1", "senderId": "alice", "text": "Hi"}]}]}. In place of a list, \
            "messages": {"count": 600, "senderId": "alice"} creates that many. Acts as an administrator. On an emulator, replaces \
            existing data with the same ids. In production, writes nothing if any of it exists already, unless you pass \
            --force.
            """,
        examples: [
            "Fill an emulator":
                "receipts seed chat.json --emulator 127.0.0.1:8080",
            "Write what another program prints":
                "generate | receipts seed -",
        ])

    @OptionGroup var connection: ConnectionOptions

    @Flag(help: "Replace existing data with the same ids, in production too.")
    var force = false

    @Argument(help: "The JSON file; - for standard input.")
    var file: String

    func run(in context: CommandContext) async throws -> ExitStatus {
        try await SeedFrontend(command: self, context: context).run()
    }
}
