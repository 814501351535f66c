import ClientCore
import DefaultHTTP
public import HTTPTransport
public import Logging
import Synchronization

/// The clients that app code finds by `Database.database()`, one for each database.
extension Database {
    private struct Place: Hashable {
        let name: String
        let endpoint: DatabaseEndpoint
    }

    private struct Configuration {
        var settings: DatabaseSettings
        var transport: any HTTPStreamingTransport
        var streams: any HTTPStreamingTransport
        var logger: Logger
        var clients: [Place: Database] = [:]
    }

    private static let shared = Mutex<Configuration?>(nil)

    /// Configures what ``database()`` returns. Call it once when the program starts, instead of `FirebaseApp.configure()`.
    ///
    /// Clients that were returned before stay as they are.
    ///
    /// - Parameters:
    ///   - settings: The database, the address and the identity.
    ///   - transport: Sends the requests and opens the streams of observers; nil for the default: libcurl, or URLSession.
    ///   - logger: Logs failed writes that nobody awaited at level error, repeated requests at level debug.
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for settings that cannot work.
    public static func configure(
        _ settings: DatabaseSettings, transport: (any HTTPStreamingTransport)? = nil,
        logger: Logger = Logger(label: "realtime-database")
    ) throws(DatabaseError) {
        try settings.check()
        let configuration = Configuration(
            settings: settings, transport: transport ?? newTransport(settings),
            streams: transport ?? newStreams(settings),
            logger: logger)
        shared.withLock { $0 = configuration }
    }

    /// The client of the configured database: the same one each time.
    ///
    /// Without ``configure(_:transport:logger:)``, every call of the client fails with `.preconditionFailed`.
    public static func database() -> Database {
        shared.withLock { client(of: $0?.settings, in: &$0) }
    }

    /// The client of the database with a URL, with the configured identity.
    ///
    /// - Parameter url: `https://NAME.firebaseio.com`, `https://NAME.REGION.firebasedatabase.app`, or
    ///   `http://HOST:PORT?ns=NAME`. If an emulator is configured, an https URL names a database of the emulator.
    public static func database(url: String) -> Database {
        shared.withLock { configuration in
            guard var settings = configuration?.settings else { return client(of: nil, in: &configuration) }
            do throws(DatabaseError) {
                let (name, endpoint) = try DatabaseURL.read(url)
                settings.name = name
                if !settings.endpoint.isEmulator || endpoint.isEmulator { settings.endpoint = endpoint }
            } catch {
                return Database(failing: error, transport: configuration?.transport ?? newTransport(nil))
            }
            return client(of: settings, in: &configuration)
        }
    }

    private static func client(
        of settings: DatabaseSettings?, in configuration: inout Configuration?
    ) -> Database {
        guard let settings, let known = configuration else {
            return Database(failing: .notConfigured, transport: DefaultHTTPClient.make())
        }
        let place = Place(name: settings.name, endpoint: settings.endpoint)
        if let client = known.clients[place] { return client }
        do throws(DatabaseError) {
            let client = try Database(
                settings, transport: known.transport, streams: known.streams, logger: known.logger)
            configuration?.clients[place] = client
            return client
        } catch {
            return Database(failing: error, transport: known.transport)
        }
    }
}
