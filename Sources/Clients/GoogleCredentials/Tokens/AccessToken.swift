/// An OAuth access token, for the Authorization header after `Bearer `.
///
/// Printing it shows its lifetime and nothing of the token.
public struct AccessToken: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let secret: Secret
    /// How long it was valid when the server issued it.
    public let lifetime: Duration

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - value: The token: printable ASCII without spaces, see ``AccessTokenSource/fetch()``.
    ///   - lifetime: How long the token is valid from now on.
    public init(_ value: String, lifetime: Duration) {
        secret = Secret(value)
        self.lifetime = lifetime
    }

    /// The token itself.
    public var value: String { secret.text }

    /// The lifetime, without the token.
    public var description: String { "an access token for \(lifetime.components.seconds) s" }

    /// The lifetime, without the token.
    public var debugDescription: String { description }

    /// Does not show the token.
    public var customMirror: Mirror { Mirror(self, children: ["lifetime": lifetime]) }
}

/// Gets a new access token from a server with each call.
///
/// It neither keeps tokens nor retries: ``CachedTokens`` does both.
public protocol AccessTokenSource: Sendable {
    /// Asks for a new token, with one request.
    ///
    /// - Returns: A token of printable ASCII without spaces, valid for at least a second.
    /// - Throws: ``GoogleCredentialsError``; ``GoogleCredentialsError/isRetryable`` says whether to ask again later.
    func fetch() async throws(GoogleCredentialsError) -> AccessToken
}

/// What a token allows.
enum OAuthScope {
    /// Documents of Firestore: https://developers.google.com/identity/protocols/oauth2/scopes#firestore
    static let datastore = "https://www.googleapis.com/auth/datastore"
    /// The Realtime Database, which also requires the account's address:
    /// https://firebase.google.com/docs/database/rest/auth#google_oauth2_access_tokens
    static let realtimeDatabase = [
        "https://www.googleapis.com/auth/firebase.database",
        "https://www.googleapis.com/auth/userinfo.email",
    ]
    /// Messages of Pub/Sub: https://developers.google.com/identity/protocols/oauth2/scopes#pubsub
    static let pubSub = "https://www.googleapis.com/auth/pubsub"

    /// All of them, so that one token serves every client.
    static let all = [datastore] + realtimeDatabase + [pubSub]

    /// Tokens of other accounts, and nothing else: for one that acts as a service account.
    /// Source: https://cloud.google.com/iam/docs/reference/credentials/rest/v1/projects.serviceAccounts/generateAccessToken
    static let impersonation = ["https://www.googleapis.com/auth/iam"]
}
