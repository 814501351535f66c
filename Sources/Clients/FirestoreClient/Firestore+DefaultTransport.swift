import DefaultHTTP
import HTTPTransport
public import Logging

/// The usual way to a server: libcurl, or URLSession by the package's trait of that name.
extension Firestore {
    /// Creates a client with connections of its own, kept open between calls. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - settings: The database, the identity and the retry policy.
    ///   - logger: Logs repeated requests at level debug, and failed writes that nobody awaited at level error; never
    ///     tokens or content.
    /// - Throws: ``FirestoreError`` with `.invalidArgument` for settings that cannot work.
    public convenience init(
        _ settings: FirestoreSettings, logger: Logger = Logger(label: "firestore-client")
    ) throws(FirestoreError) {
        try self.init(
            settings, transport: DefaultHTTPClient.make(settings.clientConfiguration), logger: logger)
    }
}

extension FirestoreSettings {
    /// How the usual transport is set up.
    var clientConfiguration: HTTPClientConfiguration {
        var configuration = HTTPClientConfiguration()
        if let file = certificateAuthorityFile { configuration.additionalAuthorityFile = file }
        return configuration
    }
}
