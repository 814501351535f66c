import HTTPTypes
import JSONText
import Synchronization

/// The connections that are open, by the names of their sessions.
final class RealtimeSessions: Sendable {
    private let databases: DatabaseRegistry
    private let configuration: DatabaseEmulatorConfiguration
    private let sessions = Mutex<[String: RealtimeConnection]>([:])
    private let polling = Mutex<[String: PollingSession]>([:])

    init(_ databases: DatabaseRegistry, _ configuration: DatabaseEmulatorConfiguration) {
        self.databases = databases
        self.configuration = configuration
    }

    /// The number of open connections.
    var count: Int { sessions.withLock(\.count) }

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - namespace: The database.
    ///   - host: The server's address, as the client knows it.
    ///   - last: The client's last session: if it is still open here, it ends first.
    func open(_ namespace: String, host: String, last: String?) -> RealtimeConnection {
        if let last, let connection = connection(last), connection.database.namespace == namespace {
            connection.end()
            close(connection)
        }
        let session = Self.secret()
        let connection = RealtimeConnection(
            databases.database(namespace), session: session, configuration: configuration)
        sessions.withLock { $0[session] = connection }
        connection.open(host: host)
        return connection
    }

    /// The open connection with a session.
    func connection(_ session: String) -> RealtimeConnection? {
        sessions.withLock { $0[session] }
    }

    /// Ends a connection, and forgets it.
    func close(_ connection: RealtimeConnection) {
        connection.end()
        sessions.withLock { $0[connection.session] = nil }
        polling.withLock { $0[connection.session] = nil }
    }

    /// Opens a connection over long polling.
    func startPolling(_ namespace: String, host: String, last: String?) -> PollingSession {
        let session = PollingSession(
            open(namespace, host: host, last: last), self, password: Self.secret())
        polling.withLock { $0[session.client.id] = session }
        return session
    }

    /// The session with a name, if its client polls.
    func polling(_ session: String) -> PollingSession? { polling.withLock { $0[session] } }

    /// Forgets that a client polls, because it goes on otherwise.
    func forgetPolling(_ session: PollingSession) { polling.withLock { $0[session.client.id] = nil } }

    /// The session of a client that polls.
    func polling(_ client: PollingRequest.Client) -> PollingSession? {
        guard let session = polling.withLock({ $0[client.id] }), session.client == client else { return nil }
        return session
    }

    /// A text that nobody can guess.
    private static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64.encodeURLSafe((0..<24).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
}
