import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite struct MetadataServerTests {
    private func flavor(_ request: ScriptedTransport.Request) -> String? {
        HTTPField.Name("Metadata-Flavor").flatMap { request.head.headerFields[$0] }
    }

    @Test func `a token is asked for with the header that browsers cannot send`() async throws {
        let transport = ScriptedTransport([.metadata(tokenJSON("ya29.vm", seconds: 1799))])
        let token = try await MetadataServerTokenSource(transport: transport).fetch()
        #expect(token == AccessToken("ya29.vm", lifetime: .seconds(1799)))
        let request = try #require(transport.requests.first)
        #expect(request.line == "GET /computeMetadata/v1/instance/service-accounts/default/token")
        #expect(request.head.scheme == "http")
        #expect(request.head.authority == "metadata.google.internal")
        #expect(flavor(request) == "Google")
        #expect(request.body.isEmpty)
    }

    @Test(arguments: [
        ("metadata.internal:8080", "metadata.internal:8080"), ("169.254.169.254", "169.254.169.254"),
        ("169.254.169.254:80", "169.254.169.254"), ("[fd20:ce::254]:80", "[fd20:ce::254]"),
        ("localhost:1", "localhost:1"),
    ])
    func `another server is spoken to by host and port`(_ host: String, _ authority: String) async throws {
        let transport = ScriptedTransport([.metadata("p")])
        #expect(try await MetadataServerTokenSource(host: host, transport: transport).projectID() == "p")
        #expect(transport.requests.first?.head.authority == authority)
    }

    @Test(arguments: ["", "http://metadata", "a/b", "a b", "a:x", "a:0", "::1", "a\r\nb", "user@host"])
    func `what is no host is refused`(_ host: String) throws {
        let error = try failure { () throws(GoogleCredentialsError) in
            try MetadataServerTokenSource(host: host, transport: ScriptedTransport([]))
        }
        #expect(error.kind == .malformed)
        #expect(error.message.hasSuffix("Set GCE_METADATA_HOST to HOST or HOST:PORT."))
        #expect(isOneLine(error.message))
    }

    @Test(arguments: [nil, "", "Amazon"])
    func `an answer without the header is not the metadata server's`(_ value: String?) async throws {
        let transport = ScriptedTransport([
            .metadata(tokenJSON("stolen"), flavor: value), .metadata("p", flavor: value),
        ])
        let source = MetadataServerTokenSource(transport: transport)
        let error = try await failure { () async throws(GoogleCredentialsError) in try await source.fetch() }
        #expect(error.kind == .invalidAnswer)
        #expect(error.message.contains("not a metadata server"))
        #expect(!error.message.contains("stolen"))
        let second = try await failure { () async throws(GoogleCredentialsError) in
            try await source.projectID()
        }
        #expect(second.kind == .invalidAnswer)
    }

    @Test func `on a machine without a service account, the error says what it lacks`() async throws {
        let transport = ScriptedTransport([.metadata("<html>Not Found</html>", status: 404)])
        let source = MetadataServerTokenSource(transport: transport)
        let error = try await failure { () async throws(GoogleCredentialsError) in try await source.fetch() }
        #expect(error.kind == .refused)
        #expect(
            error.message
                == "No access token for the service account of this machine: the metadata server metadata.google.internal "
                + "answered with status 404. Attach a service account that may use Firestore to what runs this."
        )
    }

    @Test func `a server that is not ready may be asked again`() async throws {
        let transport = ScriptedTransport([.metadata("", status: 503), .failure(.unreachable)])
        let source = MetadataServerTokenSource(transport: transport)
        for _ in 1...2 {
            let error = try await failure { () async throws(GoogleCredentialsError) in
                try await source.fetch()
            }
            #expect(error.isRetryable)
        }
    }

    @Test func `the project is a text, or unknown`() async throws {
        let transport = ScriptedTransport([
            .metadata("my-project"), .metadata("", status: 404), .metadata("example.com:my-project"),
        ])
        let source = MetadataServerTokenSource(transport: transport)
        #expect(try await source.projectID() == "my-project")
        #expect(transport.requests.first?.line == "GET /computeMetadata/v1/project/project-id")
        #expect(transport.requests.first.map(flavor) == "Google")
        #expect(try await source.projectID() == nil)
        #expect(try await source.projectID() == "example.com:my-project")
    }

    @Test(arguments: ["", "a b", "<html>\n", "\u{1B}[31m", String(repeating: "p", count: 300)])
    func `what cannot be a project is not taken for one`(_ text: String) async throws {
        let source = MetadataServerTokenSource(transport: ScriptedTransport([.metadata(text)]))
        let error = try await failure { () async throws(GoogleCredentialsError) in
            try await source.projectID()
        }
        #expect(error.kind == .invalidAnswer)
    }
}
