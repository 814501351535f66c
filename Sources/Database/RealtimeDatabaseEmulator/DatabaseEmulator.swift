import EmulatorAccess
import HTTPServing
public import HTTPTransport
public import Logging
import RealtimeDatabaseRules
import RulesCore

/// An embedded Firebase Realtime Database: trees of JSON in this process, with the REST API, streams of changes, and the
/// protocol of Firebase's SDKs over WebSockets and long polling.
///
/// Serves a socket with ``serve(host:port:logger:onReady:)``, or works without one through ``transport``. Emulators are
/// independent, so tests can have one each and run in parallel. Nothing is stored on disk.
public final class DatabaseEmulator: Sendable {
    let configuration: DatabaseEmulatorConfiguration
    let adapter: RESTAdapter
    let sessions: RealtimeSessions

    /// Creates an emulator without any data or rules.
    public init(configuration: DatabaseEmulatorConfiguration = DatabaseEmulatorConfiguration()) {
        self.configuration = configuration
        let databases = DatabaseRegistry(configuration)
        adapter = RESTAdapter(databases: databases, configuration: configuration)
        sessions = RealtimeSessions(databases, configuration)
    }

    /// A transport to this emulator without a socket, for clients in the same process.
    ///
    /// The scheme and authority of a request do not matter, except that `NAMESPACE.localhost` names a database.
    public var transport: some HTTPStreamingTransport { InProcessTransport(adapter: adapter) }

    /// Sets a database's security rules, unless there is an error in them. Streams that they no longer allow end.
    ///
    /// - Parameters:
    ///   - source: The text of `database.rules.json`, or nil, which allows everything.
    ///   - namespace: The name of the database.
    /// - Returns: The mistakes in the rules, each as `LINE:COLUMN: MESSAGE`. If there are any, the earlier rules stay in force.
    @discardableResult
    public func setRules(_ source: String?, namespace: String) -> [String] {
        do throws(RulesRefusal) {
            let rules = try source.map { source throws(RulesRefusal) in try DatabaseRules(source) }
            adapter.databases.database(namespace).setRules(rules)
            return []
        } catch {
            return error.wireLines
        }
    }

    /// Removes a database's data and rules, and notifies its listeners.
    public func clear(namespace: String) {
        adapter.databases.database(namespace).clear()
    }

    /// The number of a database's open streams.
    package func streamCount(namespace: String) -> Int {
        adapter.databases.database(namespace).listenerCount
    }
}

/// Serving a socket.
extension DatabaseEmulator {
    /// Serves the REST API, and the protocol of Firebase's SDKs, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - host: The address to listen on; other machines can reach it only if it is not a loopback address.
    ///   - port: The port; 0 for one that is free.
    ///   - logger: For the server's own messages.
    ///   - onReady: Called once, with the port, when connections are accepted.
    /// - Throws: If it cannot listen on the address.
    public func serve(
        host: String = "127.0.0.1", port: Int,
        logger: Logger = Logger(label: "firestore-receipts.database-emulator"),
        onReady: @escaping @Sendable (Int) async -> Void
    ) async throws {
        var adapter = adapter
        adapter.access = AdministrativeAccess(listeningHost: host)
        let front = RealtimeFront(sessions: sessions, configuration: configuration)
        let service = HTTPService(
            maximumRequestSize: configuration.maximumRequestSize, logger: logger, openWebSocket: front.open
        ) { [adapter] request, body in
            front.reply(to: request) ?? adapter.respond(to: request, body: body)
        }
        try await service.serve(host: host, port: port, onReady: onReady)
    }
}
