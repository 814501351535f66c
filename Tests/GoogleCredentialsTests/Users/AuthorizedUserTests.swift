import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite struct AuthorizedUserTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func user(_ changes: [String: JSON?] = [:]) throws(GoogleCredentialsError) -> AuthorizedUser {
        try AuthorizedUser(CredentialDocument(userFile(changes), name: "the file U"))
    }

    @Test func `gcloud's file is read`() throws {
        let user = try AuthorizedUser(contentsOf: folder.write(userFile()))
        #expect(user.clientID == "gcloud.apps.example.com")
        #expect(user.quotaProjectID == "quota-project")
        #expect(try self.user(["quota_project_id": nil]).quotaProjectID == nil)
    }

    @Test(arguments: [
        ("client_id", nil, "it has no \"client_id\""),
        ("client_secret", nil, "it has no \"client_secret\""),
        ("refresh_token", nil, "it has no \"refresh_token\""),
        ("refresh_token", JSON.string(""), "it has no \"refresh_token\""),
        ("refresh_token", .string("very secret"), "its \"refresh_token\" contains a space"),
        (
            "refresh_token", .string(String(repeating: "s", count: 5000)),
            "its \"refresh_token\" has more than 4096"
        ),
        ("client_secret", .array([.string("very-secret")]), "its \"client_secret\" is not a string"),
        ("quota_project_id", .number("7"), "its \"quota_project_id\" is not a string"),
    ])
    func `a member that is not right is named`(_ member: String, _ value: JSON?, _ expected: String) throws {
        let error = try failure { () throws(GoogleCredentialsError) in try user([member: value]) }
        #expect(error.kind == .malformed)
        #expect(error.message.hasPrefix("The file U is invalid: \(expected)"), "\(error)")
        #expect(error.message.hasSuffix("Run `gcloud auth application-default login` again."))
        #expect(!error.message.contains("very"))
    }

    @Test func `a service account's key is no user`() throws {
        let json = try TestKey.file()
        let error = try failure { () throws(GoogleCredentialsError) in
            try AuthorizedUser(CredentialDocument(json, name: "the file U"))
        }
        #expect(error.kind == .unsupported)
    }

    @Test func `the refresh token is exchanged for an access token by one form`() async throws {
        let transport = ScriptedTransport([.json(tokenJSON("ya29.user", seconds: 3599))])
        let token = try await AuthorizedUserTokenSource(try user(), transport: transport).fetch()
        #expect(token.value == "ya29.user")
        let request = try #require(transport.requests.first)
        #expect(request.line == "POST /token")
        #expect(request.head.scheme == "https")
        #expect(request.head.authority == "oauth2.googleapis.com")
        #expect(
            try formFields(request.text) == [
                "grant_type": "refresh_token", "client_id": "gcloud.apps.example.com",
                "client_secret": "very-secret-client", "refresh_token": "very-secret/refresh+token",
            ])
        #expect(request.text.contains("refresh_token=very-secret%2Frefresh%2Btoken"))
    }

    @Test func `a sign-in that has ended says how to sign in again`() async throws {
        let transport = ScriptedTransport([
            .json(
                try refusalJSON(
                    "invalid_grant", "Token has been expired or revoked. very-secret/refresh+token"),
                status: 400)
        ])
        let source = AuthorizedUserTokenSource(try user(), transport: transport)
        let error = try await failure { () async throws(GoogleCredentialsError) in try await source.fetch() }
        #expect(error.kind == .refused)
        #expect(error.message.contains("invalid_grant: Token has been expired or revoked. (secret)"))
        #expect(error.message.hasSuffix("Run `gcloud auth application-default login` again."))
        #expect(!error.message.contains("very-secret"))
    }
}
