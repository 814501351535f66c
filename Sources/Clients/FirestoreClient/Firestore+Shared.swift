import ClientCore
import DefaultHTTP
import FirestoreModel
public import HTTPTransport
public import Logging
import Synchronization

/// The clients that `Firestore.firestore()` returns, one for each database of the configured project.
extension Firestore {
    private struct Configuration {
        var settings: FirestoreSettings
        var transport: any HTTPTransport
        var logger: Logger
        var clients: [DatabaseID: Firestore] = [:]
    }

    private static let shared = Mutex<Configuration?>(nil)

    /// Configures the client that ``firestore()`` returns. Call it once when the program starts, instead of `FirebaseApp.configure()`.
    ///
    /// Clients that were returned earlier do not change.
    ///
    /// - Parameters:
    ///   - settings: The project, the address and the identity.
    ///   - transport: Sends the requests; nil for the default: libcurl, or URLSession.
    ///   - logger: Logs failed writes that nobody awaited at level error, repeated requests at level debug.
    /// - Throws: ``FirestoreError`` with `.invalidArgument` for settings that cannot work.
    public static func configure(
        _ settings: FirestoreSettings, transport: (any HTTPTransport)? = nil,
        logger: Logger = Logger(label: "firestore-client")
    ) throws(FirestoreError) {
        let settings = settings.copy()
        try settings.check()
        let configuration = Configuration(
            settings: settings, transport: transport ?? DefaultHTTPClient.make(settings.clientConfiguration),
            logger: logger)
        shared.withLock { $0 = configuration }
    }

    /// The client of the configured database: the same one each time, until it is terminated.
    ///
    /// Unless ``configure(_:transport:logger:)`` was called before, every call of the client fails with `.failedPrecondition`.
    public static func firestore() -> Firestore {
        firestore(database: nil)
    }

    /// The client of another database of the configured project; see ``firestore()``.
    public static func firestore(database: String) -> Firestore {
        firestore(database: Optional(database))
    }

    private static func firestore(database: String?) -> Firestore {
        shared.withLock { configuration in
            guard let known = configuration else {
                return Firestore(failing: .notConfigured, transport: DefaultHTTPClient.make())
            }
            let settings = known.settings.copy()
            if let database { settings.databaseID = database }
            let id = DatabaseID(project: settings.projectID, database: settings.databaseID)
            if let client = known.clients[id] { return client }
            do throws(FirestoreError) {
                let client = try Firestore(settings, transport: known.transport, logger: known.logger)
                configuration?.clients[id] = client
                return client
            } catch {
                return Firestore(failing: error, transport: known.transport)
            }
        }
    }

    /// Ends the client: waits for writes that have begun, then makes every listener and every later call fail with `.failedPrecondition`.
    ///
    /// ``firestore()`` returns a new client afterwards.
    public func terminate() async throws(FirestoreError) {
        await writes.wait()
        end(with: .terminated)
        listeners.end(with: .terminated)
        Firestore.shared.withLock { configuration in
            if configuration?.clients[database] === self {
                configuration?.clients[database] = nil
            }
        }
    }

    /// Waits until all writes that nobody awaited have succeeded or failed.
    ///
    /// A program that ends earlier loses the remaining ones.
    public func waitForPendingWrites() async throws(FirestoreError) {
        await writes.wait()
    }
}
