/// Where a request goes: scheme, host and port, checked.
package struct Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// The schemes that a client supports.
    package enum Scheme: String, Sendable {
        case http
        case https
    }

    /// With or without TLS.
    package let scheme: Scheme
    /// The name or the address, in lower case; an IPv6 address in brackets.
    package let host: String
    /// The port, the scheme's own if the request names none.
    package let port: UInt16

    /// Reads a request's scheme and authority.
    ///
    /// - Throws: ``HTTPTransportError/Kind/invalidRequest``.
    package init(scheme: String?, authority: String?) throws(HTTPTransportError) {
        guard let scheme, let known = Scheme(rawValue: scheme.lowercased()) else {
            throw HTTPTransportError(.invalidRequest, "the request's scheme is neither http nor https")
        }
        guard let authority, !authority.isEmpty else {
            throw HTTPTransportError(.invalidRequest, "the request names no host")
        }
        // The text before an @ may be a password: the message does not repeat it.
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw HTTPTransportError(.invalidRequest, "the request's host must not carry a user name")
        }
        self.scheme = known
        let (host, port) = Self.split(authority)
        guard Self.isHost(host) else {
            throw HTTPTransportError(.invalidRequest, "the request's host is not a valid host name")
        }
        self.host = host.lowercased()
        if let port {
            guard let number = UInt16(port), number > 0, port.utf8.allSatisfy(Self.isDigit) else {
                throw HTTPTransportError(
                    .invalidRequest, "the request's port is not a number from 1 to 65535")
            }
            self.port = number
        } else {
            self.port = known == .https ? 443 : 80
        }
    }

    /// Whether the host is this machine, by its name or address, without a lookup.
    package var isLoopback: Bool { Host.isLoopback(host) }

    /// Host and port, for messages.
    package var description: String { "\(host):\(port)" }

    private static func split(_ authority: String) -> (host: Substring, port: Substring?) {
        let bytes = authority.utf8
        let hostEnd =
            if bytes.first == UInt8(ascii: "["), let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) {
                bytes.index(after: bracket)
            } else {
                bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            }
        if hostEnd == bytes.endIndex { return (authority[...], nil) }
        // Only a port may follow a bracket.
        guard bytes[hostEnd] == UInt8(ascii: ":") else { return (authority[...], nil) }
        return (authority[..<hostEnd], authority[bytes.index(after: hostEnd)...])
    }

    private static func isHost(_ host: Substring) -> Bool {
        let bytes = host.utf8
        if bytes.first == UInt8(ascii: "[") {
            let address = bytes.dropFirst().dropLast()
            return bytes.last == UInt8(ascii: "]") && address.contains(UInt8(ascii: ":"))
                && address.allSatisfy {
                    isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                }
        }
        return !bytes.isEmpty
            && bytes.allSatisfy { byte in
                isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: "_")
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
