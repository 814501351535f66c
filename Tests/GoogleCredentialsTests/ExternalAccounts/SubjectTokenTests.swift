import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite struct SubjectTokenTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ path: String, _ format: SubjectTokenFormat = .text) -> FileSubject {
        FileSubject(path: path, format: format, subject: "the identity of the provider github")
    }

    // MARK: Files

    @Test(arguments: [0o600, 0o644])
    func `a file is the token, or a member of its JSON is`(_ mode: Int) async throws {
        let plain = try folder.write(Array("eyJ.a.b".utf8), to: "plain", mode: mode)
        #expect(try await file(plain).fetch().text == "eyJ.a.b")
        let json = try folder.write(Array(#"{"access_token":"eyJ.c"}"#.utf8), to: "json", mode: mode)
        #expect(try await file(json, .json(member: "access_token")).fetch().text == "eyJ.c")
    }

    @Test func `a file that has no token is named, with what it lacks`() async throws {
        let empty = try folder.write([], to: "empty")
        let json = try folder.write(Array(#"{"id_token":7}"#.utf8), to: "json")
        let binary = try folder.write([0xFF], to: "binary")
        for (path, format, kind, reason) in [
            (empty, SubjectTokenFormat.text, GoogleCredentialsError.Kind.malformed, "is empty"),
            (json, .json(member: "id_token"), .malformed, "has no \"id_token\" with a token"),
            (empty, .json(member: "id_token"), .malformed, "has no \"id_token\" with a token"),
            (binary, .text, .malformed, "is not text"),
            (folder.path + "/none", .text, .unreadable, "cannot be read: there is no such file"),
            (folder.path, .text, .unreadable, "cannot be read: it is a folder"),
        ] {
            let error = try await failure { () async throws(GoogleCredentialsError) in
                try await file(path, format).fetch()
            }
            #expect(error.kind == kind)
            #expect(
                error.message.hasPrefix(
                    "No access token for the identity of the provider github: the file \(path) of "
                        + "credential_source.file \(reason)"), "\(error)")
            #expect(isOneLine(error.message))
        }
    }

    // MARK: URLs

    private func url(
        _ source: JSON, _ steps: [ScriptedTransport.Step]
    ) throws -> (GoogleCredentials, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let path = try folder.write(externalFile(["credential_source": source]))
        return (
            try GoogleCredentials.file(path, transport: transport, clock: InstantClock()), transport
        )
    }

    @Test func `a server is asked with the file's header fields`() async throws {
        // As google-github-actions/auth writes it.
        let (google, transport) = try url(
            [
                "url": "https://run-actions.test/idtoken/1//2?api-version=2.0&audience=https%3A%2F%2Fiam",
                "headers": ["Authorization": "Bearer very-secret"],
                "format": ["type": "json", "subject_token_field_name": "value"],
            ], [.json(#"{"count":9,"value":"eyJ.github"}"#), .json(tokenJSON("ya29.github"))])
        #expect(try await google.tokens.token().value == "ya29.github")
        let request = try #require(transport.requests.first)
        #expect(request.line == "GET /idtoken/1//2?api-version=2.0&audience=https%3A%2F%2Fiam")
        #expect(request.head.authority == "run-actions.test")
        #expect(request.head.headerFields[.authorization] == "Bearer very-secret")
        #expect(try formFields(transport.requests[1].text)["subject_token"] == "eyJ.github")
    }

    @Test func `another cloud's metadata server answers without TLS`() async throws {
        let (google, transport) = try url(
            [
                "url": "http://169.254.169.254/metadata/identity/oauth2/token?resource=x",
                "headers": ["Metadata": "True"],
                "format": ["type": "json", "subject_token_field_name": "access_token"],
            ], [.json(#"{"access_token":"eyJ.azure"}"#), .json(tokenJSON())])
        _ = try await google.tokens.token()
        #expect(transport.requests.first?.head.scheme == "http")
        let name = try #require(HTTPField.Name("Metadata"))
        #expect(transport.requests.first?.head.headerFields[name] == "True")
    }

    @Test func `what a server answers instead of a token is reported without the secrets`() async throws {
        let source: JSON = [
            "url": "https://id.test/token", "headers": ["Authorization": "Bearer very-secret"],
            "format": ["type": "json", "subject_token_field_name": "value"],
        ]
        for (steps, kind, expected) in [
            (
                [ScriptedTransport.Step.json("{}", status: 403)], GoogleCredentialsError.Kind.refused,
                "id.test answered with status 403 to the request for a subject token (credential_source.url). Check the URL"
            ),
            (
                Array(repeating: .json("{}", status: 503), count: 4), .unavailable,
                "id.test answered with status 503"
            ),
            ([.json("{}")], .invalidAnswer, "the answer of id.test has no \"value\" with a token"),
            ([.json("")], .invalidAnswer, "the answer of id.test is empty"),
            (
                Array(repeating: .failure(.unreachable, "no server at Bearer very-secret"), count: 4),
                .unavailable, "no server at (secret)"
            ),
        ] {
            let (google, transport) = try url(source, steps)
            let error = try await failure { () async throws(GoogleCredentialsError) in
                try await google.tokens.token()
            }
            #expect(error.kind == kind)
            #expect(error.message.contains(expected), "\(error)")
            #expect(!error.message.contains("very-secret"))
            #expect(transport.remaining == 0)
        }
    }

    @Test(arguments: [
        ("https://a.test", "a.test", "/"), ("https://a.test?x=1", "a.test", "/?x=1"),
        ("http://[fd00:ec2::254]/latest/api/token", "[fd00:ec2::254]", "/latest/api/token"),
        ("https://a.test:8443/b/?c=d&e=%20", "a.test:8443", "/b/?c=d&e=%20"),
    ])
    func `a URL is taken apart`(_ text: String, _ authority: String, _ path: String) throws {
        let url = try ServiceURL(text)
        #expect(url.address.authority == authority)
        #expect(url.path == path)
    }
}
