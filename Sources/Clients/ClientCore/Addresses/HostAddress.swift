import HTTPTransport

/// Where a server listens, and whether it is reached by https.
package struct HostAddress: Hashable, Sendable, CustomStringConvertible {
    /// The host: a name, an IPv4 address, or an IPv6 address without brackets.
    package let host: String
    /// The TCP port.
    package let port: Int
    /// True for https.
    package let isSecure: Bool

    /// Accepts any text; see ``problem``. Brackets around an IPv6 address are removed.
    package init(host: String, port: Int, isSecure: Bool) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
        self.port = port
        self.isSecure = isSecure
    }

    /// Reads an emulator's address in the form that environment variables use: `HOST:PORT`, with an IPv6 address in
    /// brackets, as in `[::1]:8080`. A leading `http://` and a trailing `/` are ignored.
    ///
    /// - Throws: ``AddressProblem`` if the text is not an address.
    package init(emulator text: String) throws(AddressProblem) {
        var rest = Substring(text)
        if rest.hasPrefix("http://") { rest = rest.dropFirst("http://".count) }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        if rest.contains("://") { throw AddressProblem("emulators are reached by http") }
        if rest.isEmpty { throw AddressProblem("it is empty") }
        guard rest.contains(":"), !rest.hasSuffix("]") else { throw AddressProblem("the port is missing") }
        try self.init(authority: rest, isSecure: false)
    }

    /// Reads `HOST` or `HOST:PORT`, with an IPv6 address in brackets.
    ///
    /// - Throws: ``AddressProblem`` if the text is not an address.
    package init(authority text: Substring, isSecure: Bool) throws(AddressProblem) {
        if text.utf8.count > 255 { throw AddressProblem("its host is too long") }
        var host = text
        var port = isSecure ? 443 : 80
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            host = text[..<colon]
            let digits = text[text.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
                throw AddressProblem("\(String(digits).quotedForMessage) is not a port")
            }
            port = number
        }
        if host.contains(":"), !host.hasPrefix("[") { throw AddressProblem("an IPv6 address needs brackets") }
        self.init(host: String(host), port: port, isSecure: isSecure)
        if let problem { throw AddressProblem(problem) }
    }

    /// What is wrong with host or port, or nil.
    package var problem: String? {
        if host.isEmpty { return "the host is missing" }
        let isIPv6 = host.contains(":")
        let allowed = isIPv6 ? "0123456789abcdefABCDEF:." : HostAddress.nameCharacters
        guard host.allSatisfy({ allowed.contains($0) }) else {
            return "\(host.quotedForMessage) is not a host"
        }
        return (1...65_535).contains(port) ? nil : "a port is a number from 1 to 65535"
    }

    private static let nameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._"

    /// The scheme of URLs.
    package var scheme: String { isSecure ? "https" : "http" }

    /// Host and port as in a URL and a Host header.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// True if the server runs on this machine.
    package var isLoopback: Bool { Host.isLoopback(host) }

    /// The URL, such as `http://127.0.0.1:8080`.
    package var description: String { "\(scheme)://\(authority)" }
}

/// Why a text is not a server's address.
package struct AddressProblem: Error, Sendable, Equatable {
    /// What is wrong, in a few words.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
