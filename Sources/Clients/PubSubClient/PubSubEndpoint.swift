package import ClientCore

/// Where Pub/Sub is served.
public struct PubSubEndpoint: Hashable, Sendable, CustomStringConvertible {
    package let address: HostAddress
    /// Whether it is an emulator.
    public let isEmulator: Bool

    private init(_ address: HostAddress, isEmulator: Bool) {
        self.address = address
        self.isEmulator = isEmulator
    }

    /// Google's servers, those nearest to this machine.
    public static let production = PubSubEndpoint(
        HostAddress(host: "pubsub.googleapis.com", port: 443, isSecure: true), isEmulator: false)

    /// The servers of a cloud: Google's own is `googleapis.com`, and those of its partners have other domains.
    ///
    /// - Parameter universeDomain: The cloud's domain, as credentials files have it.
    public static func production(universeDomain: String) -> PubSubEndpoint {
        PubSubEndpoint(
            HostAddress(host: "pubsub.\(universeDomain)", port: 443, isSecure: true), isEmulator: false)
    }

    /// Google's servers in one region, such as `europe-west1`. Messages with ordering keys should be published through one region.
    ///
    /// Source: <https://cloud.google.com/pubsub/docs/reference/service_apis_overview#pubsub_endpoints>
    public static func production(region: String) -> PubSubEndpoint {
        PubSubEndpoint(
            HostAddress(host: "\(region)-pubsub.googleapis.com", port: 443, isSecure: true), isEmulator: false
        )
    }

    /// An emulator, reached by plain http.
    public static func emulator(host: String, port: Int) -> PubSubEndpoint {
        PubSubEndpoint(HostAddress(host: host, port: port, isSecure: false), isEmulator: true)
    }

    /// Reads an emulator's address in the form of `PUBSUB_EMULATOR_HOST`: `HOST:PORT`, with an IPv6 address in brackets, as in
    /// `[::1]:8085`. A leading `http://` and a trailing `/` are ignored.
    ///
    /// - Throws: ``PubSubError`` with `.invalidArgument` and what is wrong with the text.
    public static func emulator(_ text: String) throws(PubSubError) -> PubSubEndpoint {
        do throws(AddressProblem) {
            return PubSubEndpoint(try HostAddress(emulator: text), isEmulator: true)
        } catch {
            throw .invalidArgument(
                "\(text.quotedForMessage) is not an emulator's address: \(error.reason). "
                    + "Write HOST:PORT, such as 127.0.0.1:8085 or [::1]:8085.")
        }
    }

    /// The emulator that `PUBSUB_EMULATOR_HOST` names, or nil if the variable is not set.
    ///
    /// - Parameter environment: The variables, such as `ProcessInfo.processInfo.environment`.
    /// - Throws: ``PubSubError`` with `.invalidArgument` if the variable does not contain an address.
    public static func emulator(environment: [String: String]) throws(PubSubError) -> PubSubEndpoint? {
        guard let text = environment["PUBSUB_EMULATOR_HOST"], !text.isEmpty else { return nil }
        do throws(PubSubError) {
            return try emulator(text)
        } catch {
            throw .invalidArgument("PUBSUB_EMULATOR_HOST is unusable: \(error.message)")
        }
    }

    /// The address, such as `https://pubsub.googleapis.com`.
    public var description: String { address.description }
}
