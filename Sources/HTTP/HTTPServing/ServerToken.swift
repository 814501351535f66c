import HTTPTransport

/// The secret that a server asks for, as a bearer token.
package enum ServerToken {
    /// The fewest characters of one that other machines may try: 16 letters and digits at random cannot be guessed.
    package static let minimumLength = 16

    /// Why a server may not listen with a token, on one line; nil when it may.
    ///
    /// - Parameters:
    ///   - token: The token; nil or empty for none.
    ///   - host: Where the server listens. On this machine alone any token will do, or none.
    ///   - server: The server, for the line: `the console`.
    ///   - variable: The variable of the environment that holds the token.
    package static func problem(
        _ token: String?, listeningOn host: String, _ server: String, variable: String
    ) -> String? {
        if Host.isLoopback(host) || (token ?? "").utf8.count >= minimumLength { return nil }
        return
            "other machines can reach \(host), so \(server) needs a token of at least \(minimumLength) characters: "
            + "set \(variable), or listen on 127.0.0.1"
    }
}
