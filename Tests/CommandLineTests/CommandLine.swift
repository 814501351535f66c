import FirestoreClient
import FirestoreModel
import HTTPTransport
import Synchronization
import TestSupport
import Testing

@testable import receipts

/// Runs command lines in this process, on a test server, and records their output.
struct CommandLine: Sendable {
    let server: TestServer
    var environment: [String: String]
    var input: [String] = []
    /// The contents of standard input, in pieces.
    var pieces: [String] = []
    var transport: (any HTTPTransport)?
    /// Connects to a Realtime Database.
    var streams: (any HTTPStreamingTransport)?
    /// Replaces Pub/Sub.
    var pubSub: (any HTTPTransport)?
    var sleep: (@Sendable (Duration) async throws -> Void)?
    /// The current time; nil for the system's.
    var time: Timestamp?

    /// The output and exit status of a command.
    struct Outcome: Sendable {
        let status: Int32
        var out: [String]
        let err: [String]
    }

    /// Prepares a command line.
    ///
    /// - Parameter onServer: Whether commands reach the test server.
    init(onServer: Bool = true) throws {
        server = try TestServer()
        environment = [
            "FIRESTORE_EMULATOR_HOST": "\(server.endpoint.host):\(server.endpoint.port)",
            "GCLOUD_PROJECT": server.project,
        ]
        transport = server.transport
        if !onServer { (environment, transport) = ([:], nil) }
    }

    func run(_ arguments: String...) async -> Outcome {
        await run(arguments)
    }

    func run(_ arguments: [String]) async -> Outcome {
        let printed = Mutex<(out: [String], err: [String])>(([], []))
        let input = self.input
        var context = CommandContext(
            environment: environment,
            console: Console(
                out: { line in printed.withLock { $0.out.append(line) } },
                err: { line in printed.withLock { $0.err.append(line) } }, isColoured: false),
            readInput: { input }, transport: transport, streams: streams)
        context.pubSub = pubSub
        if let sleep { context.sleep = sleep }
        if let time { context.now = { time } }
        let pieces = Mutex(self.pieces[...])
        context.readBytes = { pieces.withLock { $0.popFirst() }.map { Array($0.utf8) } }
        let status = await Main.perform(arguments, in: context)
        let outcome = printed.withLock { Outcome(status: status.code, out: $0.out, err: $0.err) }
        checkSchema(of: outcome, arguments)
        return outcome
    }

    /// Expects that lines of JSON follow the schema of their command.
    private func checkSchema(of outcome: Outcome, _ arguments: [String]) {
        guard !outcome.out.isEmpty, let name = JSONSchema.name(for: arguments) else { return }
        #expect(throws: Never.self, "\(name).json") {
            try JSONSchema.expectValid(outcome.out, of: arguments)
        }
    }
}
