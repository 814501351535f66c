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
