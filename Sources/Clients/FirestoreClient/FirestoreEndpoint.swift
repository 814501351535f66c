package import ClientCore

/// Where a Firestore server listens.
public struct FirestoreEndpoint: Hashable, Sendable, CustomStringConvertible {
    package let address: HostAddress

    /// Google's servers: `https://firestore.googleapis.com`.
    public static let production = FirestoreEndpoint.secure(host: "firestore.googleapis.com")

    /// The servers of a cloud: Google's own is `googleapis.com`, and those of its partners have other domains.
    ///
    /// - Parameter universeDomain: The cloud's domain, as credentials files have it.
    public static func production(universeDomain: String) -> FirestoreEndpoint {
        .secure(host: "firestore.\(universeDomain)")
    }

    /// A server with https, such as one of Google's regional ones.
    public static func secure(host: String, port: Int = 443) -> FirestoreEndpoint {
        FirestoreEndpoint(address: HostAddress(host: host, port: port, isSecure: true))
    }

    /// An emulator, which uses plain http.
    public static func emulator(host: String, port: Int) -> FirestoreEndpoint {
        FirestoreEndpoint(address: HostAddress(host: host, port: port, isSecure: false))
    }

    /// Reads an emulator's address in the form of `FIRESTORE_EMULATOR_HOST`: `HOST:PORT`, with an IPv6 address in brackets,
    /// as in `[::1]:8080`. A leading `http://` and a trailing `/` are ignored.
    ///
    /// - Throws: ``FirestoreError`` with `.invalidArgument` if the text is not such an address.
    public static func emulator(_ text: String) throws(FirestoreError) -> FirestoreEndpoint {
        do throws(AddressProblem) {
            return FirestoreEndpoint(address: try HostAddress(emulator: text))
        } catch {
            throw .invalidArgument(
                "\(text.quotedForMessage) is not an emulator's address: \(error.reason). "
                    + "Write HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080.")
        }
    }

    /// The host: a name, an IPv4 address, or an IPv6 address without brackets.
    public var host: String { address.host }
    /// The TCP port.
    public var port: Int { address.port }
    /// True for https.
    public var isSecure: Bool { address.isSecure }

    /// What is wrong with host or port, or nil.
    package var problem: String? { address.problem }

    var scheme: String { address.scheme }

    /// Host and port as in a URL and a Host header.
    package var authority: String { address.authority }

    /// True if the server runs on this machine.
    package var isLoopback: Bool { address.isLoopback }

    /// The URL, such as `http://127.0.0.1:8080`.
    public var description: String { address.description }
}
