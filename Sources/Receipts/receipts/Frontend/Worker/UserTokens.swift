import FirestoreClient
import GoogleCredentials
import ReadReceipts
import Synchronization

/// Users' tokens from a command, cached until they expire.
final class UserTokens: Sendable {
    private let command: String
    private let known = Mutex<[UserID: CachedTokens]>([:])

    /// The maximum number of cached tokens.
    private static let mostUsers = 10_000

    init(_ command: String) {
        self.command = command
    }

    /// The credentials of a user. The token is fetched when needed.
    func credentials(of user: UserID) -> Credentials {
        let tokens = known.withLock { known in
            if let tokens = known[user] { return tokens }
            if known.count >= Self.mostUsers { known = [:] }
            let tokens = CachedTokens(TokenCommand(command: command, user: user))
            known[user] = tokens
            return tokens
        }
        return .tokenProvider { try await tokens.token().value }
    }
}
