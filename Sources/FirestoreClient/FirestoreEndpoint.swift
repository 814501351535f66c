/// Where a Firestore server listens.
public struct FirestoreEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// The host: a name, an IPv4 address, or an IPv6 address without brackets.
    public let host: String
    /// The TCP port.
    public let port: Int
    /// True for https.
    public let isSecure: Bool

    /// Google's servers: `https://firestore.googleapis.com`.
    public static let production = FirestoreEndpoint.secure(host: "firestore.googleapis.com")

    /// A server spoken to by https, such as a regional one of Google's.
    public static func secure(host: String, port: Int = 443) -> FirestoreEndpoint {
        FirestoreEndpoint(host: host, port: port, isSecure: true)
    }

    /// An emulator, spoken to by plain http.
    public static func emulator(host: String, port: Int) -> FirestoreEndpoint {
        FirestoreEndpoint(host: host, port: port, isSecure: false)
    }

    private init(host: String, port: Int, isSecure: Bool) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
        self.port = port
        self.isSecure = isSecure
    }

    /// Reads an emulator's address as `FIRESTORE_EMULATOR_HOST` has it: `HOST:PORT`, where an IPv6 address
    /// stands in brackets, as in `[::1]:8080`. A leading `http://` and a trailing `/` are passed over.
    ///
    /// - Throws: ``FirestoreError`` with `.invalidArgument` and what is wrong with the text.
    public static func emulator(_ text: String) throws(FirestoreError) -> FirestoreEndpoint {
        func refusal(_ reason: String) -> FirestoreError {
            .invalidArgument(
                "\(text.quotedForMessage) is not an emulator's address: \(reason). "
                    + "Write HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080.")
        }
        var rest = Substring(text)
        if rest.hasPrefix("http://") { rest = rest.dropFirst("http://".count) }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        if rest.contains("://") { throw refusal("emulators are spoken to by http") }
        if rest.isEmpty { throw refusal("it is empty") }
        guard let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]") else {
            throw refusal("the port is missing")
        }
        let (host, port) = (rest[..<colon], rest[rest.index(after: colon)...])
        if host.contains(":"), !host.hasPrefix("[") { throw refusal("an IPv6 address needs brackets") }
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port) else {
            throw refusal("\(String(port).quotedForMessage) is not a port")
        }
        let endpoint = FirestoreEndpoint.emulator(host: String(host), port: number)
        if let problem = endpoint.problem { throw refusal(problem) }
        return endpoint
    }

    /// What is wrong with host or port, or nil.
    package var problem: String? {
        if host.isEmpty { return "the host is missing" }
        let isIPv6 = host.contains(":")
        let allowed = isIPv6 ? "0123456789abcdefABCDEF:." : FirestoreEndpoint.nameCharacters
        guard host.allSatisfy({ allowed.contains($0) }) else {
            return "\(host.quotedForMessage) is not a host"
        }
        return (1...65_535).contains(port) ? nil : "a port is a number from 1 to 65535"
    }

    private static let nameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._"

    var scheme: String { isSecure ? "https" : "http" }

    /// Host and port as a URL and a Host header have them.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// True when what is sent does not leave this machine.
    package var isLoopback: Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The URL, such as `http://127.0.0.1:8080`.
    public var description: String { "\(scheme)://\(authority)" }
}
