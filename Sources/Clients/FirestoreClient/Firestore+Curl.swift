import CurlHTTP
public import Logging

/// The usual way to a server: libcurl.
extension Firestore {
    /// Creates a client with connections of its own, kept open between calls. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - settings: The database, the identity, and the rules for trying again.
    ///   - logger: Told of repeated requests, at level debug; never of tokens or content.
    /// - Throws: ``FirestoreError`` with `.invalidArgument` for settings that cannot work.
    public convenience init(
        _ settings: FirestoreSettings,
        logger: Logger = Logger(label: "firestore-client") { _ in SwiftLogNoOpLogHandler() }
    ) throws(FirestoreError) {
        try self.init(settings, transport: HTTPClient(), logger: logger)
    }
}
