import ClientCore

/// The URL at which a grant is exchanged for an access token.
///
/// It must use https, because anyone who sees the exchange can act as the account. Plain http is accepted on this
/// machine, for tests.
struct TokenEndpoint: Hashable, Sendable {
    let address: HostAddress
    let path: String
    /// The URL, unchanged.
    let url: String

    /// Google's own: https://developers.google.com/identity/protocols/oauth2/service-account
    static let googleURL = "https://oauth2.googleapis.com/token"

    static let google = TokenEndpoint(
        address: HostAddress(host: "oauth2.googleapis.com", port: 443, isSecure: true), path: "/token",
        url: googleURL)

    private init(address: HostAddress, path: String, url: String) {
        self.address = address
        self.path = path
        self.url = url
    }

    init(_ url: String) throws(AddressProblem) {
        let isSecure = url.hasPrefix("https://")
        guard isSecure || url.hasPrefix("http://") else {
            throw AddressProblem("it does not begin with https://")
        }
        guard url.utf8.count <= 2048 else { throw AddressProblem("it is too long") }
        let rest = url.dropFirst(isSecure ? 8 : 7)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        address = try HostAddress(authority: rest[..<slash], isSecure: isSecure)
        guard isSecure || address.isLoopback else {
            throw AddressProblem(
                "plain http to another machine would show the exchange to everyone on the way")
        }
        path = slash == rest.endIndex ? "/" : String(rest[slash...])
        guard path.utf8.allSatisfy(TokenEndpoint.isPathCharacter) else {
            throw AddressProblem("its path contains a character that is not allowed")
        }
        self.url = url
    }

    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: "%"), UInt8(ascii: "@"):
            true
        default: false
        }
    }
}
