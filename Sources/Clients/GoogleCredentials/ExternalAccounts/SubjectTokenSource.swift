/// Gets the token by which another cloud, or a company's own server, says who this program is.
protocol SubjectTokenSource: Sendable {
    /// Asks for a token, which is used once.
    func fetch() async throws(GoogleCredentialsError) -> Secret
}
