import HTTPServing
import HTTPTransport
public import Logging
import ReadReceipts
public import ServiceLifecycle

/// A database in the browser: the chat as its members see it, with live receipts; the data; the rules; and a worker's outbox.
///
/// Serves pages, and their requests, on its own port. The panes of the chat act as their users through `ReceiptSession`.
public struct ReceiptConsole: Service {
    private let configuration: ConsoleConfiguration
    private let host: String
    private let port: Int
    private let logger: Logger
    let router: ConsoleRouter
    private let signal: ChangeSignal
    private let visits: Visits

    /// Why a console cannot be created.
    public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
        /// The reason, in one line.
        public let description: String
    }

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - configuration: What to show, and whom to act as.
    ///   - host: The address to listen on.
    ///   - port: The port; 0 for a free one.
    ///   - logger: The logger of the server itself.
    /// - Throws: ``Refusal`` if there is no database for any schema, no token of 16 characters on an address that other machines can reach,
    ///   or if the token has characters that need escaping in a link.
    public init(
        _ configuration: ConsoleConfiguration, host: String = "127.0.0.1", port: Int,
        logger: Logger = Logger(label: "receipt-console") { _ in SwiftLogNoOpLogHandler() }
    ) throws(Refusal) {
        if let problem = ServerToken.problem(
            configuration.token, listeningOn: host, "the console", variable: "RECEIPTS_CONSOLE_TOKEN")
        {
            throw Refusal(description: problem)
        }
        if let token = configuration.token, !ConsoleAccess.isPlain(token) {
            throw Refusal(
                description:
                    "the console's token may contain only letters, digits, - and _, because it is part of a link"
            )
        }
        let pace =
            configuration.pace
            ?? ConsolePace(isTold: configuration.changes != nil, isBilled: !configuration.isEmulator)
        var configuration = configuration
        let connection = try ConnectionWatch(&configuration, pace.probes)
        let chats = configuration.schemas.compactMap { ChatDatabase($0, configuration, pace) }
        if chats.isEmpty {
            throw Refusal(
                description:
                    "the console has nothing to show: configure a Cloud Firestore or a Realtime Database, and a schema for it"
            )
        }
        self.configuration = configuration
        self.host = host
        self.port = port
        self.logger = logger
        let signal = ChangeSignal()
        let reader = WorkerReader(configuration)
        let worker = WorkerDesk(
            reader: reader,
            watch: WorkerWatch(reader, history: configuration.workerHistory, pause: pace.samples))
        let firestore = configuration.firestore.map { FirestoreProxy($0, configuration.panes) }
        let faults = FaultsDesk(
            firestore, isEmulator: configuration.isEmulator && configuration.panes == .asTheirUsers)
        let visits = Visits {
            Visit(
                chats, pace: pace, signal: signal, connection: connection, worker: reader, faults: faults)
        }
        self.signal = signal
        self.visits = visits
        router = ConsoleRouter(
            about: ConsoleAbout(configuration, schemas: chats.map(\.schema), pace: pace),
            access: ConsoleAccess(
                token: configuration.token.flatMap { $0.isEmpty ? nil : $0 },
                isLoopbackOnly: Host.isLoopback(host)),
            visits: visits, chats: chats, firestore: firestore,
            database: configuration.realtimeDatabase.map {
                DatabaseProxy($0, isEmulator: configuration.panes == .asTheirUsers)
            },
            worker: worker, rules: RulesDesk(configuration.rulesFile),
            databaseRules: RulesDesk(configuration.databaseRulesFile),
            suites: configuration.suites.map { SuitesDesk($0) },
            cases: configuration.firestore.map { DecidedCase(firestore: $0) },
            databaseCases: configuration.realtimeDatabase.map { DecidedDatabaseCase(database: $0) },
            faults: faults, signal: signal)
    }

    /// Serves until the task is cancelled or the service group shuts down.
    ///
    /// - Throws: If it cannot listen on the address.
    public func run() async throws { try await serve() }

    /// Serves until the task is cancelled or the service group shuts down.
    ///
    /// - Parameter onReady: Called once, with the port, when connections are accepted.
    /// - Throws: If it cannot listen on the address.
    public func serve(onReady: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        let service = HTTPService(
            maximumRequestSize: ConsoleRouter.maximumRequestSize, logger: logger
        ) { [router] request, body in router.reply(to: request, body) }
        let following = Task { [signal, changes = configuration.changes] in
            guard let changes else { return }
            for await _ in changes { signal.notify() }
        }
        let watching = Task { [router] in await router.worker.watch.run() }
        defer {
            following.cancel()
            watching.cancel()
        }
        do {
            try await service.serve(host: host, port: port, onReady: onReady)
        } catch {
            await visits.end()
            throw error
        }
        await visits.end()
    }

    /// The URL to open in a browser, including the token.
    public func link(port: Int) -> String {
        let entrance = configuration.token.map { $0.isEmpty ? "" : "/?token=\($0)" } ?? ""
        // 0.0.0.0 is not a destination.
        let name = Host.isAllAddresses(host) ? "127.0.0.1" : host.contains(":") ? "[\(host)]" : host
        return "http://\(name):\(port)\(entrance)"
    }
}
