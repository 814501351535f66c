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

    init(_ text: String) throws(AddressProblem) {
        let url = try ServiceURL(text)
        guard url.address.isSecure || url.address.isLoopback else {
            throw AddressProblem(
                "plain http to another machine would show the exchange to everyone on the way")
        }
        guard !url.path.contains("?") else { throw AddressProblem("it has a query") }
        self.init(address: url.address, path: url.path, url: text)
    }
}
