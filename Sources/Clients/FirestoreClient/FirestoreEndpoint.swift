package import ClientCore

/// Where a Firestore server listens.
public struct FirestoreEndpoint: Hashable, Sendable, CustomStringConvertible {
    package let address: HostAddress

    /// Google's servers: `https://firestore.googleapis.com`.
    public static let production = FirestoreEndpoint.secure(host: "firestore.googleapis.com")

    /// A server spoken to by https, such as a regional one of Google's.
    public static func secure(host: String, port: Int = 443) -> FirestoreEndpoint {
        FirestoreEndpoint(address: HostAddress(host: host, port: port, isSecure: true))
    }

    /// An emulator, spoken to by plain http.
    public static func emulator(host: String, port: Int) -> FirestoreEndpoint {
        FirestoreEndpoint(address: HostAddress(host: host, port: port, isSecure: false))
    }

    /// Reads an emulator's address as `FIRESTORE_EMULATOR_HOST` has it: `HOST:PORT`, where an IPv6 address
    /// stands in brackets, as in `[::1]:8080`. A leading `http://` and a trailing `/` are passed over.
    ///
    /// - Throws: ``FirestoreError`` with `.invalidArgument` and what is wrong with the text.
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

    /// Host and port as a URL and a Host header have them.
    package var authority: String { address.authority }

    /// True when what is sent does not leave this machine.
    package var isLoopback: Bool { address.isLoopback }

    /// The URL, such as `http://127.0.0.1:8080`.
    public var description: String { address.description }
}
