import Foundation
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite(.timeLimit(.minutes(1))) struct ExternalAccountTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func account(_ changes: [String: JSON?]) throws(GoogleCredentialsError) -> ExternalAccount {
        try ExternalAccount(
            CredentialDocument(externalFile(changes), name: "the file E"), EnvironmentVariables([:]))
    }

    /// Credentials whose subject token is in a file.
    private func google(
        _ changes: [String: JSON?] = [:], answers steps: [ScriptedTransport.Step]
    ) throws -> (GoogleCredentials, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let tokenPath = try folder.write(Array("subject-token".utf8), to: "token")
        let source: JSON = ["file": .string(tokenPath)]
        let path = try folder.write(externalFile(["credential_source": source].merging(changes) { $1 }))
        return (try GoogleCredentials.file(path, environment: [:], transport: transport), transport)
    }

    // MARK: The exchange

    @Test func `the subject token is exchanged by one form`() async throws {
        let (google, transport) = try google(answers: [.json(tokenJSON("ya29.federated"))])
        #expect(google.description.hasPrefix("the identity of the provider github, by the credentials file "))
        #expect(google.universeDomain == "googleapis.com")
        #expect(try await google.tokens.token().value == "ya29.federated")
        let request = try #require(transport.requests.first)
        #expect(request.line == "POST /v1/token")
        #expect(request.head.authority == "sts.googleapis.com")
        #expect(request.head.headerFields[.authorization] == nil)
        #expect(
            try formFields(request.text) == [
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "audience": testAudience,
                "scope": OAuthScope.all.joined(separator: " "),
                "requested_token_type": "urn:ietf:params:oauth:token-type:access_token",
                "subject_token": "subject-token",
                "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
            ])
    }

    @Test func `a subject token is read again for each exchange`() async throws {
        let (google, transport) = try google(answers: [
            .json(tokenJSON(seconds: 1)), .json(tokenJSON(seconds: 1)),
        ])
        _ = try await google.tokens.token()
        let clock = ManualClock()
        let path = try folder.write(Array("another".utf8), to: "token")
        let second = try GoogleCredentials.file(
            try folder.write(externalFile(["credential_source": ["file": .string(path)]])),
            transport: transport, clock: clock)
        _ = try await second.tokens.token()
        #expect(
            try transport.requests.map { try formFields($0.text)["subject_token"] } == [
                "subject-token", "another",
            ])
    }

    @Test func `the account that a file acts as gets its token with the exchanged one`() async throws {
        let (google, transport) = try google(
            [
                "service_account_impersonation_url": .string(testImpersonationURL),
                "service_account_impersonation": ["token_lifetime_seconds": 1800],
                "quota_project_id": "quota-project",
            ], answers: [.json(tokenJSON("ya29.federated")), .json(impersonatedJSON())])
        #expect(google.quotaProjectID == "quota-project")
        #expect(
            google.description.hasPrefix(
                "the service account \(TestKey.email) for the identity of the provider github, by "))
        #expect(try await google.tokens.token().value == "ya29.sa")
        try #require(transport.requests.count == 2)
        #expect(
            try formFields(transport.requests[0].text)["scope"] == "https://www.googleapis.com/auth/iam")
        let request = transport.requests[1]
        #expect(request.line == "POST /v1/projects/-/serviceAccounts/\(TestKey.email):generateAccessToken")
        #expect(request.head.authority == "iamcredentials.googleapis.com")
        #expect(request.head.headerFields[.authorization] == "Bearer ya29.federated")
        #expect(
            HTTPField.Name("x-goog-user-project").flatMap { request.head.headerFields[$0] } == "quota-project"
        )
        let body = try JSONParser.parse(request.body)
        #expect(body["lifetime"]?.string == "1800s")
        #expect(body["scope"]?.array?.compactMap(\.string) == OAuthScope.all)
        #expect(body["delegates"] == nil)
    }

    @Test func `a person's requests are counted against a project, unless the program has a name`()
        async throws
    {
        let workforce: [String: JSON?] = [
            "audience": "//iam.googleapis.com/locations/global/workforcePools/staff/providers/okta",
            "workforce_pool_user_project": "billed-project",
        ]
        let (person, transport) = try google(workforce, answers: [.json(tokenJSON())])
        _ = try await person.tokens.token()
        let options = try formFields(transport.requests[0].text)["options"]?.removingPercentEncoding
        #expect(options == #"{"userProject":"billed-project"}"#)

        let named = workforce.merging(["client_id": "client", "client_secret": "pass:word"]) { $1 }
        let (program, second) = try google(named, answers: [.json(tokenJSON())])
        _ = try await program.tokens.token()
        let request = try #require(second.requests.first)
        #expect(try formFields(request.text)["options"] == nil)
        #expect(
            request.head.headerFields[.authorization]
                == "Basic \(Base64.encode(Array("client:pass:word".utf8)))")
    }

    @Test func `another cloud has a server of its own, unless the file names one`() throws {
        #expect(
            try account(["token_url": nil, "universe_domain": "cloud.test"]).endpoint.url
                == "https://sts.cloud.test/v1/token")
        #expect(try account(["token_url": nil]).endpoint.url == "https://sts.googleapis.com/v1/token")
        let named = try account(["universe_domain": "cloud.test"])
        #expect(named.endpoint.url == "https://sts.googleapis.com/v1/token")
        #expect(named.universeDomain == "cloud.test")
    }

    @Test func `a refusal says what Google says, and what to do, without the token`() async throws {
        let refusal = try refusalJSON("invalid_grant", "The token subject-token has a stale issuer")
        let (google, _) = try google(answers: [.json(refusal, status: 400)])
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await google.tokens.token()
        }
        #expect(error.kind == .refused)
        #expect(
            error.message
                == "No access token for the identity of the provider github: sts.googleapis.com answered with status 400, "
                + "invalid_grant: The token (secret) has a stale issuer. Check that the subject token is current, and what "
                + "the identity provider's settings say about its issuer and audience.")
    }

    @Test func `a lifetime in quotes is read, as some servers send it`() async throws {
        let (google, _) = try google(answers: [
            .json(#"{"access_token":"ya29.q","expires_in":"1200","token_type":"Bearer"}"#)
        ])
        #expect(try await google.tokens.token().lifetime == .seconds(1200))
    }

    // MARK: What a file may not say

    @Test(
        arguments: [
            (["audience": nil], "it has no \"audience\""),
            (["audience": 7], "its \"audience\" is not a string"),
            (["subject_token_type": nil], "it has no \"subject_token_type\""),
            (
                ["token_url": "http://sts.example/v1/token"],
                "its \"token_url\" \"http://sts.example/v1/token\" cannot be used: plain http"
            ),
            (["credential_source": nil], "it has no \"credential_source\""),
            (["credential_source": []], "its \"credential_source\" is not an object"),
            (
                ["credential_source": [:]],
                "its \"credential_source\" has no \"file\", \"url\", \"executable\" or \"certificate\""
            ),
            (
                ["credential_source": ["file": "/a", "url": "https://a/"]],
                "its \"credential_source\" has more than one of \"file\" and \"url\""
            ),
            (["credential_source": ["file": 1]], "its \"credential_source.file\" is not a string"),
            (
                ["credential_source": ["url": "ftp://a/"]],
                "its \"credential_source.url\" \"ftp://a/\" cannot be used"
            ),
            (
                ["credential_source": ["file": "/a", "format": ["type": "xml"]]],
                "its \"credential_source.format.type\" is neither text nor json"
            ),
            (
                ["credential_source": ["file": "/a", "format": ["type": "json"]]],
                "it has no \"credential_source.format.subject_token_field_name\""
            ),
            (
                ["credential_source": ["url": "https://a/", "headers": ["A": 1]]],
                "its \"credential_source.headers.A\" is not a string"
            ),
            (
                ["credential_source": ["url": "https://a/", "headers": ["A B": "1"]]],
                "its \"credential_source.headers\" contains something that is not a header field"
            ),
            (
                ["credential_source": ["executable": [:]]],
                "it has no \"credential_source.executable.command\""
            ),
            (
                ["credential_source": ["executable": ["command": "a 'b"]]],
                "its \"credential_source.executable.command\" has a quotation that does not end"
            ),
            (
                ["credential_source": ["executable": ["command": "a", "timeout_millis": 4999]]],
                "its \"credential_source.executable.timeout_millis\" is not a whole number from 5000 to 120000"
            ),
            (
                ["credential_source": ["environment_id": "aws2"]],
                "its \"credential_source.environment_id\" is not aws1"
            ),
            (
                ["credential_source": ["environment_id": "aws1"]],
                "it has no \"credential_source.regional_cred_verification_url\""
            ),
            (
                [
                    "credential_source": [
                        "environment_id": "aws1",
                        "regional_cred_verification_url": "http://sts.{region}.test",
                    ]
                ],
                "its \"credential_source.regional_cred_verification_url\" is not a URL that begins with https://"
            ),
            (
                ["service_account_impersonation_url": "https://iam.test/v1/a"],
                "its \"service_account_impersonation_url\" does not end in /ACCOUNT:generateAccessToken"
            ),
            (
                [
                    "service_account_impersonation_url": .string(testImpersonationURL),
                    "service_account_impersonation": ["token_lifetime_seconds": 599],
                ],
                "its \"service_account_impersonation.token_lifetime_seconds\" is not a whole number from 600 to 43200"
            ),
            (
                ["workforce_pool_user_project": "p"],
                "its \"workforce_pool_user_project\" is only for a workforce pool"
            ),
        ] as [([String: JSON?], String)])
    func `a member that cannot be used is named`(_ changes: [String: JSON?], _ expected: String) throws {
        let error = try failure { () throws(GoogleCredentialsError) in try account(changes) }
        #expect(error.kind == .malformed)
        #expect(error.message.hasPrefix("The file E is invalid: \(expected)"), "\(error)")
        #expect(
            error.message.hasSuffix(
                "Create it again with `gcloud iam workload-identity-pools create-cred-config`."))
        #expect(isOneLine(error.message))
    }
}
