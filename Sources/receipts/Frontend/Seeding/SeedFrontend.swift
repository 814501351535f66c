import FirestoreREST
import ReadReceipts

/// Writes what a seed file holds.
struct SeedFrontend {
    let command: SeedCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let seed = try JSONFile.read(Seed.self, from: command.file, as: "seed")
        let connection = try await Connection(command.connection, user: nil, in: context)
        let counts: SeedCounts
        switch connection.database {
        case .firestore(let firestore):
            counts = try await FirestoreSeeding(firestore, connection.service.schema).write(seed)
        case .realtimeDatabase(let database, let profiles):
            counts = try await RealtimeSeeding(database, profiles, connection.service.schema).write(seed)
        }
        switch command.connection.format {
        case .json: context.console.out(counts.json.compactText)
        case .text: if !command.connection.quiet { context.console.out(counts.summary) }
        }
        return .done
    }
}
