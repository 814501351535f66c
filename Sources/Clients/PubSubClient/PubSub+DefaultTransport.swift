import DefaultHTTP
import HTTPTransport
public import Logging

/// The usual way to a server: libcurl, or URLSession by the package's trait of that name.
extension PubSub {
    /// Creates a client with connections of its own, kept open between calls. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - settings: The server, the identity and the retry policy.
    ///   - logger: Logs repeated requests at level debug; never tokens or messages.
    /// - Throws: ``PubSubError`` with `.invalidArgument` for settings that cannot work.
    public convenience init(
        _ settings: PubSubSettings,
        logger: Logger = Logger(label: "pubsub-client") { _ in SwiftLogNoOpLogHandler() }
    ) throws(PubSubError) {
        try self.init(
            settings,
            transport: DefaultHTTPClient.make(settings.applied(to: HTTPClientConfiguration())),
            pulls: DefaultHTTPClient.make(settings.applied(to: PubSub.pullConfiguration)),
            logger: logger)
    }

    /// How to send pulls: Google's emulator lets one without messages wait for 90 seconds.
    package static var pullConfiguration: HTTPClientConfiguration {
        var configuration = HTTPClientConfiguration()
        configuration.requestTimeout = .seconds(120)
        configuration.idleTimeout = .seconds(120)
        return configuration
    }
}

extension PubSubSettings {
    /// A transport's configuration, with what these settings add.
    fileprivate func applied(to configuration: HTTPClientConfiguration) -> HTTPClientConfiguration {
        var configuration = configuration
        if let file = certificateAuthorityFile { configuration.additionalAuthorityFile = file }
        return configuration
    }
}
