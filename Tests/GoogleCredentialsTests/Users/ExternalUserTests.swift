import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite struct ExternalUserTests {
    private func user(_ changes: [String: JSON?] = [:]) throws(GoogleCredentialsError) -> ExternalUser {
        try ExternalUser(CredentialDocument(externalUserFile(changes), name: "the file E"))
    }

    @Test func `the refresh token is exchanged by one form, with the program's password`() async throws {
        let transport = ScriptedTransport([.json(tokenJSON("ya29.user"))])
        let token = try await ExternalUserTokenSource(try user(), transport: transport).fetch()
        #expect(token.value == "ya29.user")
        let request = try #require(transport.requests.first)
        #expect(request.line == "POST /v1/oauthtoken")
        #expect(request.head.authority == "sts.googleapis.com")
        #expect(
            request.head.headerFields[.authorization]
                == "Basic \(Base64.encode(Array("client:1:very-secret-client".utf8)))")
        #expect(
            try formFields(request.text) == [
                "grant_type": "refresh_token", "refresh_token": "very-secret/refresh+token",
            ])
    }

    @Test func `a new refresh token takes the place of the last one`() async throws {
        let renewed =
            #"{"access_token":"a","expires_in":3600,"token_type":"Bearer","refresh_token":"second"}"#
        let transport = ScriptedTransport([
            .json(renewed), .json("{}", status: 503), .json(tokenJSON()), .json(tokenJSON()),
        ])
        let source = ExternalUserTokenSource(try user(), transport: transport)
        _ = try await source.fetch()
        await #expect(throws: GoogleCredentialsError.self) { try await source.fetch() }
        _ = try await source.fetch()
        _ = try await source.fetch()
        #expect(
            try transport.requests.map { try formFields($0.text)["refresh_token"] } == [
                "very-secret/refresh+token", "second", "second", "second",
            ])
    }

    @Test(
        arguments: [
            (["token_url": nil], "it has no \"token_url\""), (["client_id": nil], "it has no \"client_id\""),
            (["client_secret": nil], "it has no \"client_secret\""),
            (["refresh_token": nil], "it has no \"refresh_token\""),
            (["refresh_token": "a b"], "its \"refresh_token\" contains a space"),
            (["token_url": "http://sts.test/"], "its \"token_url\" \"http://sts.test/\" cannot be used"),
        ] as [([String: JSON?], String)])
    func `a member that cannot be used is named`(_ changes: [String: JSON?], _ expected: String) throws {
        let error = try failure { () throws(GoogleCredentialsError) in try user(changes) }
        #expect(error.kind == .malformed)
        #expect(error.message.hasPrefix("The file E is invalid: \(expected)"), "\(error)")
        #expect(
            error.message.hasSuffix("Run `gcloud auth application-default login --login-config=FILE` again."))
    }

    @Test func `a sign-in that has ended says how to sign in again, without the secrets`() async throws {
        let refusal = try refusalJSON("invalid_grant", "very-secret/refresh+token is expired")
        let source = ExternalUserTokenSource(
            try user(), transport: ScriptedTransport([.json(refusal, status: 400)]))
        let error = try await failure { () async throws(GoogleCredentialsError) in try await source.fetch() }
        #expect(error.message.contains("invalid_grant: (secret) is expired. Run `gcloud"))
    }

    @Test func `gcloud's own user has no tokens in another cloud, and this one has`() throws {
        #expect(try user(["universe_domain": "cloud.test"]).universeDomain == "cloud.test")
        let error = try failure { () throws(GoogleCredentialsError) in
            try AuthorizedUser(
                CredentialDocument(userFile(["universe_domain": "cloud.test"]), name: "the file U"))
        }
        #expect(error.kind == .unsupported)
        #expect(error.message.contains("\"cloud.test\""))
    }
}
