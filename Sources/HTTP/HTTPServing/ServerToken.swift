import HTTPTransport

/// The bearer token that a server requires.
package enum ServerToken {
    /// The minimum length when other machines can reach the server: 16 random letters and digits cannot be guessed.
    package static let minimumLength = 16

    /// Why a server must not listen with a token, on one line; nil when it may.
    ///
    /// - Parameters:
    ///   - token: The token; nil or empty for none.
    ///   - host: Where the server listens. On loopback, any token is accepted, and none too.
    ///   - server: The server, for the line: `the console`.
    ///   - variable: The environment variable with the token.
    package static func problem(
        _ token: String?, listeningOn host: String, _ server: String, variable: String
    ) -> String? {
        if Host.isLoopback(host) || (token ?? "").utf8.count >= minimumLength { return nil }
        return
            "other machines can reach \(host), so \(server) needs a token of at least \(minimumLength) characters: "
            + "set \(variable), or listen on 127.0.0.1"
    }
}
