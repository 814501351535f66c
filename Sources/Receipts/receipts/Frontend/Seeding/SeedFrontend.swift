import JSONText
import PrintableText
import ReadReceipts

/// Writes a seed file.
struct SeedFrontend {
    let command: SeedCommand
    let context: CommandContext

    /// The maximum size of a file, in bytes.
    private static let maximumSize = 64 << 20

    func run() async throws -> ExitStatus {
        let bytes = try await InputFile.bytes(
            command.file, as: "seed", limit: SeedFrontend.maximumSize, in: context)
        let seed = try JSONFile.decode(
            Seed.self, from: bytes, of: command.file, as: "seed", problem: Seed.unknownName)
        let connection = try await Connection(command.connection, user: nil, in: context)
        let replaces = command.force || connection.knowsUsers
        let counts = try await context.showing(
            ProgressLine("writing", "message", total: seed.messageCount), isQuiet: command.connection.quiet
        ) { progress in
            switch connection.database {
            case .firestore(let firestore):
                try await FirestoreSeeding(
                    firestore, connection.service.schema, replaces: replaces, onProgress: progress.update
                ).write(seed)
            case .realtimeDatabase(let database, let profiles):
                try await RealtimeSeeding(
                    database, profiles, connection.service.schema, replaces: replaces,
                    onProgress: progress.update
                ).write(seed)
            }
        }
        switch command.connection.format {
        case .json: context.console.out(counts.json.printedText)
        case .text: if !command.connection.quiet { context.console.out(counts.summary) }
        }
        return .done
    }
}

/// The number of documents written, by kind.
struct SeedCounts {
    var users = 0
    var conversations = 0
    var messages = 0

    var summary: String {
        [users.counted("user"), conversations.counted("conversation"), messages.counted("message")]
            .joined(separator: ", ")
    }

    var json: JSON {
        .object([
            "users": .integer(users), "conversations": .integer(conversations),
            "messages": .integer(messages),
        ])
    }
}

extension CommandFailure {
    /// A seed is not written because part of it exists.
    init(alreadyThere place: String) {
        self.init(
            .failed,
            "\(place.printable) already exists, so nothing was written; --force replaces existing data")
    }
}
