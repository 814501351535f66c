import HTTPTypes
import JSONText
import Synchronization

/// The connections that are open, by the names of their sessions.
final class RealtimeSessions: Sendable {
    private let databases: DatabaseRegistry
    private let configuration: DatabaseEmulatorConfiguration
    private let sessions = Mutex<[String: RealtimeConnection]>([:])

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
        var generator = SystemRandomNumberGenerator()
        let session = Base64.encodeURLSafe((0..<24).map { _ in UInt8.random(in: 0...255, using: &generator) })
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
    }
}
