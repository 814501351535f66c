import JSONText
import ReadReceipts

/// Writes what a seed file holds.
struct SeedFrontend {
    let command: SeedCommand
    let context: CommandContext

    /// The largest file that is read, in bytes.
    private static let maximumSize = 64 << 20

    func run() async throws -> ExitStatus {
        let bytes = try await InputFile.bytes(
            command.file, as: "seed", limit: SeedFrontend.maximumSize, in: context)
        let seed = try JSONFile.decode(
            Seed.self, from: bytes, of: command.file, as: "seed", problem: Seed.unknownName)
        let connection = try await Connection(command.connection, user: nil, in: context)
        let replaces = command.force || connection.knowsUsers
        let counts: SeedCounts
        switch connection.database {
        case .firestore(let firestore):
            counts = try await FirestoreSeeding(
                firestore, connection.service.schema, replaces: replaces
            ).write(seed)
        case .realtimeDatabase(let database, let profiles):
            counts = try await RealtimeSeeding(
                database, profiles, connection.service.schema, replaces: replaces
            ).write(seed)
        }
        switch command.connection.format {
        case .json: context.console.out(counts.json.compactText)
        case .text: if !command.connection.quiet { context.console.out(counts.summary) }
        }
        return .done
    }
}
