import ClientCore
import CurlHTTP
public import HTTPTransport
public import Logging
import Synchronization

/// The clients that app code finds by `Firestore.firestore()`, one for each database of the configured project.
extension Firestore {
    private struct Configuration {
        var settings: FirestoreSettings
        var transport: any HTTPTransport
        var logger: Logger
        var clients: [String: Firestore] = [:]
    }

    private static let shared = Mutex<Configuration?>(nil)

    /// Configures what ``firestore()`` returns, once when the program starts, in the place of `FirebaseApp.configure()`.
    ///
    /// Clients that were returned before stay as they are.
    ///
    /// - Parameters:
    ///   - settings: The project, the address and the identity.
    ///   - transport: What carries the requests; nil for libcurl.
    ///   - logger: Logs failed writes that nobody awaited at level error, repeated requests at level debug.
    /// - Throws: ``FirestoreError`` with `.invalidArgument` for settings that cannot work.
    public static func configure(
        _ settings: FirestoreSettings, transport: (any HTTPTransport)? = nil,
        logger: Logger = Logger(label: "firestore-client")
    ) throws(FirestoreError) {
        let settings = settings.copy()
        try settings.check()
        let configuration = Configuration(
            settings: settings, transport: transport ?? HTTPClient(), logger: logger)
        shared.withLock { $0 = configuration }
    }

    /// The client of the configured database: the same one each time, until it is terminated.
    ///
    /// Where ``configure(_:transport:logger:)`` was not called, every call of the client fails with
    /// `.failedPrecondition`.
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
                return Firestore(failing: .notConfigured, transport: HTTPClient())
            }
            let settings = known.settings.copy()
            if let database { settings.databaseID = database }
            if let client = known.clients[settings.databaseID] { return client }
            do throws(FirestoreError) {
                let client = try Firestore(settings, transport: known.transport, logger: known.logger)
                configuration?.clients[settings.databaseID] = client
                return client
            } catch {
                return Firestore(failing: error, transport: known.transport)
            }
        }
    }

    /// Ends the client: waits for writes that were started, then makes every later call fail with `.failedPrecondition`.
    ///
    /// ``firestore()`` returns a new client afterwards.
    public func terminate() async throws(FirestoreError) {
        await writes.wait()
        end(with: .terminated)
        Firestore.shared.withLock { configuration in
            if configuration?.clients[database.database] === self {
                configuration?.clients[database.database] = nil
            }
        }
    }

    /// Returns when all writes that were started without being awaited are done, or have failed.
    ///
    /// A program that ends before loses those that are not.
    public func waitForPendingWrites() async throws(FirestoreError) {
        await writes.wait()
    }
}
