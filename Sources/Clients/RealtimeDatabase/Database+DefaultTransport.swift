import DefaultHTTP
import HTTPTransport
public import Logging

/// The usual way to a server: libcurl, or URLSession by the package's trait of that name.
extension Database {
    /// Creates a client with connections of its own, kept open between calls. Sends nothing yet.
    ///
    /// Streams of changes have their own connections, so that no request waits for one.
    ///
    /// - Parameters:
    ///   - settings: The database, the identity and the retry policy.
    ///   - logger: Logs repeated requests at level debug, and failed writes that nobody awaited at level error; never
    ///     tokens or data.
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for settings that cannot work.
    public convenience init(
        _ settings: DatabaseSettings,
        logger: Logger = Logger(label: "realtime-database")
    ) throws(DatabaseError) {
        try self.init(
            settings, transport: Database.newTransport(settings), streams: Database.newStreams(settings),
            logger: logger)
    }

    /// A transport for requests.
    static func newTransport(_ settings: DatabaseSettings?) -> any HTTPStreamingTransport {
        var configuration = HTTPClientConfiguration(settings)
        // The largest answer of a database: https://firebase.google.com/docs/database/usage/limits
        configuration.maximumResponseBytes = 256 * 1024 * 1024
        return DefaultHTTPClient.make(configuration)
    }

    /// A transport for streams.
    static func newStreams(_ settings: DatabaseSettings) -> any HTTPStreamingTransport {
        var configuration = HTTPClientConfiguration(settings)
        configuration.maximumConcurrentRequestsPerHost = 100_000
        // The stream itself notices silence.
        configuration.idleTimeout = nil
        return DefaultHTTPClient.make(configuration)
    }
}

extension HTTPClientConfiguration {
    /// The default configuration, with what the settings add.
    fileprivate init(_ settings: DatabaseSettings?) {
        self.init()
        if let file = settings?.certificateAuthorityFile { additionalAuthorityFile = file }
    }
}
