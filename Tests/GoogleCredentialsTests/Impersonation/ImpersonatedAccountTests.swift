import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite struct ImpersonatedAccountTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func google(
        by source: [String: JSON], _ changes: [String: JSON?] = [:], answers steps: [ScriptedTransport.Step]
    ) throws -> (GoogleCredentials, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let path = try folder.write(impersonatedFile(by: source, changes))
        return (try GoogleCredentials.file(path, environment: [:], transport: transport), transport)
    }

    @Test func `a user acts as an account, through others`() async throws {
        let (google, transport) = try google(
            by: userMembers(), ["delegates": ["a@p.test", "projects/-/serviceAccounts/b@p.test"]],
            answers: [.json(tokenJSON("ya29.user")), .json(impersonatedJSON("ya29.account"))])
        #expect(google.quotaProjectID == "quota-project")
        #expect(google.projectID == nil)
        #expect(
            google.description.hasPrefix("the service account \(TestKey.email) for the user of gcloud, by "))
        #expect(try await google.tokens.token().value == "ya29.account")
        try #require(transport.requests.count == 2)
        #expect(try formFields(transport.requests[0].text)["grant_type"] == "refresh_token")
        let request = transport.requests[1]
        #expect(request.head.headerFields[.authorization] == "Bearer ya29.user")
        let body = try JSONParser.parse(request.body)
        #expect(
            body["delegates"]?.array?.compactMap(\.string) == [
                "a@p.test", "projects/-/serviceAccounts/b@p.test",
            ])
        #expect(body["lifetime"]?.string == "3600s")
        #expect(body["scope"]?.array?.compactMap(\.string) == OAuthScope.all)
    }

    @Test func `a key's account asks for nothing but to act as the other`() async throws {
        let (google, transport) = try google(
            by: try TestKey.members, ["quota_project_id": "own-quota"],
            answers: [.json(tokenJSON("ya29.key")), .json(impersonatedJSON())])
        #expect(google.quotaProjectID == "own-quota")
        _ = try await google.tokens.token()
        let assertion = try #require(try formFields(transport.requests[0].text)["assertion"])
        let claims = try #require(Base64.decode(String(assertion.split(separator: ".")[1])))
        #expect(try JSONParser.parse(claims)["scope"]?.string == "https://www.googleapis.com/auth/iam")
    }

    @Test func `federation and a company's user act as an account`() async throws {
        let tokenPath = try folder.write(Array("subject".utf8), to: "token")
        let federated = externalMembers(["credential_source": ["file": .string(tokenPath)]])
        for source in [federated, try members(externalUserFile())] {
            let (google, transport) = try google(
                by: source, answers: [.json(tokenJSON("ya29.source")), .json(impersonatedJSON())])
            #expect(try await google.tokens.token().value == "ya29.sa")
            #expect(transport.requests[0].head.authority == "sts.googleapis.com")
            #expect(transport.requests[1].head.headerFields[.authorization] == "Bearer ya29.source")
        }
    }

    private func members(_ bytes: [UInt8]) throws -> [String: JSON] {
        guard case .object(let members) = try JSONParser.parse(bytes) else { return [:] }
        return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
    }

    @Test(
        arguments: [
            (["service_account_impersonation_url": nil], "it has no \"service_account_impersonation_url\""),
            (["source_credentials": nil], "it has no \"source_credentials\""),
            (["source_credentials": "x"], "its \"source_credentials\" is not an object"),
            (["source_credentials": [:]], "it has no \"source_credentials.type\""),
            (
                ["source_credentials": ["type": "authorized_user"]],
                "it has no \"source_credentials.client_id\""
            ),
            (
                ["source_credentials": ["type": "impersonated_service_account"]],
                "its \"source_credentials\" is of the same type; name the accounts in between in \"delegates\""
            ),
            (["delegates": "a"], "its \"delegates\" is not a list"),
            (["delegates": [""]], "its \"delegates\" contains something that is not a name"),
        ] as [([String: JSON?], String)])
    func `a member that cannot be used is named`(_ changes: [String: JSON?], _ expected: String) throws {
        let path = try folder.write(impersonatedFile(by: userMembers(), changes))
        let error = try failure { () throws(GoogleCredentialsError) in try GoogleCredentials.file(path) }
        #expect(error.kind == .malformed)
        #expect(error.message.contains(" is invalid: \(expected)"), "\(error)")
        #expect(isOneLine(error.message))
    }

    @Test func `an unknown kind within is refused by its name`() throws {
        let path = try folder.write(impersonatedFile(by: ["type": "compute"]))
        let error = try failure { () throws(GoogleCredentialsError) in try GoogleCredentials.file(path) }
        #expect(error.kind == .unsupported)
        #expect(error.message.contains("\"source_credentials\" in the credentials file"))
        #expect(error.message.contains("is of the type \"compute\""))
    }

    @Test func `a refusal of IAM says what to grant`() async throws {
        let refusal =
            #"{"error":{"code":403,"message":"Permission denied on very-secret","status":"PERMISSION_DENIED"}}"#
        let (google, _) = try google(
            by: userMembers(), answers: [.json(tokenJSON("very-secret")), .json(refusal, status: 403)])
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await google.tokens.token()
        }
        #expect(error.kind == .refused)
        #expect(
            error.message.hasPrefix(
                "No access token for the service account \(TestKey.email): iamcredentials.googleapis.com answered with "
                    + "status 403, PERMISSION_DENIED: Permission denied on (secret). Grant the caller the role"
            ))
    }

    @Test(arguments: [
        (impersonatedJSON(until: "2020-01-01T00:00:00Z"), "contains a token that has expired"),
        (impersonatedJSON(until: "soon"), "does not say until when the token is valid (expireTime)"),
        (#"{"accessToken":"a"}"#, "does not say until when"),
        (#"{"access_token":"a"}"#, "contains no accessToken"),
        (impersonatedJSON("a b"), "contains an invalid accessToken"), ("<html>", "is not JSON"),
    ])
    func `an answer that makes no sense is refused`(_ answer: String, _ expected: String) async throws {
        let (google, _) = try google(by: userMembers(), answers: [.json(tokenJSON()), .json(answer)])
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await google.tokens.token()
        }
        #expect(error.kind == .invalidAnswer)
        #expect(error.message.contains(expected), "\(error)")
    }

    @Test func `a token lives until the time that the server says`() async throws {
        let transport = ScriptedTransport([
            .json(tokenJSON()), .json(impersonatedJSON(until: "2026-01-02T03:34:05Z")),
        ])
        let document = try document(impersonatedFile(by: userMembers()))
        let file = try ImpersonatedAccount(document)
        let source = ImpersonatedTokenSource(
            impersonation: file.impersonation,
            source: AuthorizedUserTokenSource(try AuthorizedUser(file.source), transport: transport),
            quotaProjectID: nil, transport: transport, unixTime: { 1_767_323_045 })
        #expect(try await source.fetch().lifetime == .seconds(1800))
    }
}
