import ClientCore

/// Where a server of tokens listens.
struct ServerAddress: Hashable, Sendable {
    /// Why a text is no address, for the end of a sentence.
    struct Problem: Error, Equatable {
        let text: String
    }

    let scheme: String
    /// Host and port as a URL and a Host header have them.
    let authority: String
    /// True when what is sent does not leave this machine.
    let isLoopback: Bool

    /// Reads `HOST` or `HOST:PORT`, where an IPv6 address stands in brackets.
    init(authority text: String, isSecure: Bool) throws(Problem) {
        guard text.utf8.count <= 255 else { throw Problem(text: "its host is too long") }
        var host = Substring(text)
        var port = isSecure ? 443 : 80
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            host = text[..<colon]
            let digits = text[text.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
                throw Problem(text: "\(String(digits).quotedForMessage) is not a port")
            }
            port = number
        }
        if host.contains(":"), !host.hasPrefix("[") {
            throw Problem(text: "an IPv6 address needs brackets")
        }
        let address = HostAddress(host: String(host), port: port, isSecure: isSecure)
        if let problem = address.problem { throw Problem(text: problem) }
        self.init(address)
    }

    /// A host that is known to be one, spoken to by https on the usual port.
    static func secure(host: String) -> ServerAddress {
        ServerAddress(HostAddress(host: host, port: 443, isSecure: true))
    }

    /// A host that is known to be one, spoken to by http on the usual port.
    static func plain(host: String) -> ServerAddress {
        ServerAddress(HostAddress(host: host, port: 80, isSecure: false))
    }

    private init(_ address: HostAddress) {
        scheme = address.scheme
        authority = address.authority
        isLoopback = address.isLoopback
    }
}
