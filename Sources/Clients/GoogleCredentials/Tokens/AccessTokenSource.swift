/// Something that gets new access tokens from a server, one for each call.
///
/// It neither keeps tokens nor tries again: ``CachedTokens`` does both.
public protocol AccessTokenSource: Sendable {
    /// Asks for a new token, with one request.
    ///
    /// - Returns: A token of printable ASCII without spaces that is valid for a second or more.
    /// - Throws: ``GoogleCredentialsError``; ``GoogleCredentialsError/isRetryable`` tells whether asking again later makes
    ///   sense.
    func fetch() async throws(GoogleCredentialsError) -> AccessToken
}
