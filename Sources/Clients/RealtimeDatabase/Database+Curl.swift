import CurlHTTP
public import Logging

/// The usual way to a server: libcurl.
extension Database {
    /// Creates a client with connections of its own, kept open between calls. Sends nothing yet.
    ///
    /// Streams of changes have connections apart, so that however many there are, no request waits for one.
    ///
    /// - Parameters:
    ///   - settings: The database, the identity, and the rules for trying again.
    ///   - logger: Told of repeated requests, at level debug; never of tokens or data.
    /// - Throws: ``DatabaseError`` with `.invalidArgument` for settings that cannot work.
    public convenience init(
        _ settings: DatabaseSettings,
        logger: Logger = Logger(label: "realtime-database") { _ in SwiftLogNoOpLogHandler() }
    ) throws(DatabaseError) {
        var configuration = HTTPClientConfiguration()
        // The largest answer of a database: https://firebase.google.com/docs/database/usage/limits
        configuration.maximumResponseBytes = 256 * 1024 * 1024
        var streams = HTTPClientConfiguration()
        streams.maximumConcurrentRequestsPerHost = 100_000
        // Silence is for the stream itself to judge.
        streams.idleTimeout = nil
        try self.init(
            settings, transport: HTTPClient(configuration: configuration),
            streams: HTTPClient(configuration: streams), logger: logger)
    }
}
