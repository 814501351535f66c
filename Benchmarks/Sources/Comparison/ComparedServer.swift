public import FirestoreClient
import Foundation
public import LoadGeneration
import Subprocess

/// A server that a comparison starts, measures, and stops again with everything it has started.
public struct ComparedServer: Sendable {
    /// What the report calls it.
    public let name: String
    private let command: String

    /// The servers that the program's arguments name: `NAME=COMMAND`. In each command, `PORT` stands for the port to listen on.
    public static func fromArguments() -> [ComparedServer] {
        let servers = CommandLine.arguments.dropFirst().map { argument -> ComparedServer? in
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 ? ComparedServer(name: parts[0], command: parts[1]) : nil
        }
        if servers.isEmpty || servers.contains(where: { $0 == nil }) {
            let program = URL(filePath: CommandLine.arguments[0]).lastPathComponent
            FileHandle.standardError.write(Data("usage: \(program) NAME=COMMAND [NAME=COMMAND]\n".utf8))
            exit(2)
        }
        return servers.compactMap(\.self)
    }

    /// A server that has answered a write.
    public struct Running: Sendable {
        /// The port on this machine.
        public let port: Int
        /// The process and all that it has started.
        public let processes: ProcessGroup
        /// A client that acts as an administrator.
        public let db: Firestore
        /// From the start of the process to its first answer to a write, in milliseconds.
        public let start: Double
    }

    /// Starts the server, and stops it when the measurement ends.
    public func measure<Result: Sendable>(
        _ body: (Running) async throws -> Result
    ) async throws -> Result {
        FileHandle.standardError.write(Data("measuring \(name) …\n".utf8))
        let port = Int.random(in: 20_000...39_999)
        let words = command.replacingOccurrences(of: "PORT", with: String(port)).split(separator: " ").map(
            String.init)
        // The client has loaded its libraries before the server starts.
        let db = try Firestore(Self.settings(port: port))
        let begin = ContinuousClock.now
        var options = PlatformOptions()
        // A group of its own, so that a server's children can be stopped with it.
        options.processGroupID = 0
        let result = try await Subprocess.run(
            .name("env"), arguments: Arguments(words), platformOptions: options, input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            let group = execution.processIdentifier.value
            defer { _ = kill(-group, SIGTERM) }
            try await Self.waitForAnswer(to: db, since: begin)
            let start = (ContinuousClock.now - begin).milliseconds
            return try await body(Running(port: port, processes: ProcessGroup(group), db: db, start: start))
        }
        return result.closureResult
    }

    /// The settings of an administrator's client.
    public static func settings(port: Int) -> FirestoreSettings {
        FirestoreSettings(
            projectID: "demo-bench", endpoint: .emulator(host: "127.0.0.1", port: port),
            credentials: .emulatorAdmin, retryPolicy: .never)
    }

    /// Waits for the server's first answer to a write.
    private static func waitForAnswer(to db: Firestore, since begin: ContinuousClock.Instant) async throws {
        while true {
            do {
                try await db.document("warm/up").setData(["n": 1])
                return
            } catch {
                if ContinuousClock.now - begin > .seconds(60) { throw error }
                try await Task.sleep(for: .microseconds(200))
            }
        }
    }
}
