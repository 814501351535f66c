import HTTPTransport

/// A subject token from a server: that of GitHub Actions, or Azure's metadata server.
///
/// Source: https://google.aip.dev/auth/4117
struct URLSubject: SubjectTokenSource {
    let url: ServiceURL
    let fields: [(name: String, value: Secret)]
    let format: SubjectTokenFormat
    let request: SubjectRequest

    func fetch() async throws(GoogleCredentialsError) -> Secret {
        let text = try await request.text(url, for: "a subject token (credential_source.url)", fields: fields)
        guard let token = format.token(in: text) else { throw request.invalid(url, format.absence) }
        return token
    }
}
