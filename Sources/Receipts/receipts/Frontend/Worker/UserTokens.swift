import FirestoreClient
import GoogleCredentials
import ReadReceipts
import Synchronization

/// The tokens of users, which a command prints; each is kept until it ends.
final class UserTokens: Sendable {
    private let command: String
    private let known = Mutex<[UserID: CachedTokens]>([:])

    /// How many users' tokens are kept at most.
    private static let mostUsers = 10_000

    init(_ command: String) {
        self.command = command
    }

    /// Credentials of a user, whose token is fetched when it is needed.
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
