/// The identity of a client.
///
/// Printing credentials shows the identity and never a token.
public struct Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    private enum Kind: Sendable {
        case none
        case emulatorAdmin
        case emulatorUser(MockUserToken)
        case bearerToken(String)
        case tokenProvider(@Sendable () async throws -> String)
    }

    private let kind: Kind

    /// No identity: in security rules, `request.auth` is null.
    public static let none = Credentials(kind: .none)

    /// The administrator of an emulator, who bypasses security rules. Works on emulators only.
    public static let emulatorAdmin = Credentials(kind: .emulatorAdmin)

    /// A signed-in user of an emulator, `request.auth` in security rules. Works on emulators only.
    ///
    /// - Parameters:
    ///   - uid: The user's id, `request.auth.uid`.
    ///   - claims: More claims, `request.auth.token`. `sub` and `user_id` are always the uid.
    public static func emulatorUser(uid: String, claims: [String: ClaimValue] = [:]) -> Credentials {
        Credentials(kind: .emulatorUser(MockUserToken(uid: uid, claims: claims)))
    }

    /// A token, sent unchanged: a user's Firebase ID token or an OAuth access token.
    ///
    /// It is not sent over plain http to another machine, where others could read it.
    public static func bearerToken(_ token: String) -> Credentials {
        Credentials(kind: .bearerToken(token))
    }

    /// Tokens from a closure, which is called before every request and should keep a token until it expires.
    ///
    /// They are not sent over plain http to another machine. If the closure throws, the call fails with
    /// `.unauthenticated`.
    public static func tokenProvider(_ provide: @escaping @Sendable () async throws -> String) -> Credentials
    {
        Credentials(kind: .tokenProvider(provide))
    }

    /// Checks that the credentials can be sent to a server.
    ///
    /// - Parameters:
    ///   - address: The server that they would be sent to.
    ///   - isProduction: True for Google's own servers, which do not know an emulator's credentials.
    package func check(for address: HostAddress, isProduction: Bool) throws(CredentialsProblem) {
        switch kind {
        case .none: return
        case .emulatorAdmin, .emulatorUser:
            if isProduction {
                throw .unusable(
                    "Credentials for an emulator do not work on \(address); use a token, or an emulator's address."
                )
            }
            if case .emulatorUser(let token) = kind { try token.check() }
        case .bearerToken(let token):
            try Credentials.check(token: token)
            try Credentials.checkSecrecy(of: address)
        case .tokenProvider: try Credentials.checkSecrecy(of: address)
        }
    }

    private static func checkSecrecy(of address: HostAddress) throws(CredentialsProblem) {
        if address.isSecure || address.isLoopback { return }
        throw .unusable(
            "A token is not sent to \(address): plain http to another machine would show it to everyone on the way. "
                + "Use https, an emulator on this machine, or an emulator's own credentials.")
    }

    /// Checks the characters, so that a token cannot end its header and begin another.
    private static func check(token: String) throws(CredentialsProblem) {
        if token.isEmpty { throw .unusable("The token is empty.") }
        if !token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
            throw .unusable(
                "The token contains a line break, a space or another character that tokens cannot contain.")
        }
    }

    /// The token to send; nil without one.
    ///
    /// - Parameter projectID: The project that an emulator's user belongs to.
    package func token(projectID: String) async throws(CredentialsProblem) -> String? {
        switch kind {
        case .none: return nil
        case .emulatorAdmin: return "owner"
        case .emulatorUser(let token): return token.text(projectID: projectID)
        case .bearerToken(let token): return token
        case .tokenProvider(let provide):
            let token: String
            do {
                token = try await provide()
            } catch {
                if error is CancellationError || Task.isCancelled { throw .cancelled(error) }
                throw .noToken(error)
            }
            try Credentials.check(token: token)
            return token
        }
    }

    /// True if asking again may return another token.
    package var canRenew: Bool {
        if case .tokenProvider = kind { true } else { false }
    }

    /// The identity in words, without any token.
    public var description: String {
        switch kind {
        case .none: "someone who is not signed in"
        case .emulatorAdmin: "the emulator's administrator"
        case .emulatorUser(let token): "user \(token.uid.quotedForMessage)"
        case .bearerToken, .tokenProvider: "the bearer of a token"
        }
    }

    /// The identity in words, without any token.
    public var debugDescription: String { description }

    /// Hides the content.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension MockUserToken {
    fileprivate func check() throws(CredentialsProblem) {
        if uid.isEmpty { throw .unusable("A user's id must not be empty.") }
        if claims["uid"] != nil {
            throw .unusable(
                "A token has no claim \"uid\"; the user's id is its \"sub\" and is set already.")
        }
    }
}

/// Why there is no token to send, or why it must not be sent.
package enum CredentialsProblem: Error {
    /// The credentials cannot be used; one line for people says why.
    case unusable(String)
    /// The provider of tokens failed. Its error must not appear in messages: it may quote a key.
    case noToken(any Error)
    /// The task was cancelled.
    case cancelled(any Error)
}
