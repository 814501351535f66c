import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite struct ServiceAccountTokenSourceTests {
    private func source(
        _ steps: [ScriptedTransport.Step], tokenURI: String = "https://oauth2.googleapis.com/token"
    ) throws -> (ServiceAccountTokenSource, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        let key = try TestKey.make(tokenURI: tokenURI)
        return (ServiceAccountTokenSource(key, transport: transport, unixTime: { 1_767_323_045 }), transport)
    }

    @Test func `an assertion is exchanged for a token by one form`() async throws {
        let (source, transport) = try source([.json(tokenJSON("ya29.c.x-y_z", seconds: 3599))])
        let token = try await source.fetch()
        #expect(token.value == "ya29.c.x-y_z")
        #expect(token.lifetime == .seconds(3599))
        let request = try #require(transport.requests.first)
        #expect(transport.requests.count == 1)
        #expect(request.head.method == .post)
        #expect(request.head.scheme == "https")
        #expect(request.head.authority == "oauth2.googleapis.com")
        #expect(request.head.path == "/token")
        #expect(request.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
        #expect(request.head.headerFields[.authorization] == nil)
        let fields = try formFields(request.text)
        #expect(fields.keys.sorted() == ["assertion", "grant_type"])
        #expect(fields["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer")
    }

    @Test func `the assertion is signed by the key, and claims what Google asks for`() async throws {
        let (source, transport) = try source([.json(tokenJSON())])
        _ = try await source.fetch()
        let assertion = try #require(try formFields(transport.requests.first?.text ?? "")["assertion"])

        let parts = assertion.split(separator: ".")
        try #require(parts.count == 3)
        let header = try JSONParser.parse(try #require(Base64.decode(String(parts[0]))))
        #expect(header["alg"]?.string == "RS256")
        #expect(header["typ"]?.string == "JWT")
        #expect(header["kid"]?.string == TestKey.keyID)
        let payload = try JSONParser.parse(try #require(Base64.decode(String(parts[1]))))
        #expect(payload["iss"]?.string == TestKey.email)
        #expect(
            payload["scope"]?.string?.split(separator: " ") == [
                "https://www.googleapis.com/auth/datastore",
                "https://www.googleapis.com/auth/firebase.database",
                "https://www.googleapis.com/auth/userinfo.email",
                "https://www.googleapis.com/auth/pubsub",
            ])
        #expect(payload["aud"]?.string == "https://oauth2.googleapis.com/token")
        // Whole numbers, for not every server reads fractions of seconds.
        #expect(payload["iat"] == .number("1767323045"))
        #expect(payload["exp"] == .number("1767326645"))

        let signature = try #require(Base64.decode(String(parts[2])))
        let pair = try TestKey.pair
        #expect(pair.verifies(signature, of: Array((parts[0] + "." + parts[1]).utf8)))
        let forged = parts[0] + "." + Base64.encodeURLSafe(Array(#"{"iss":"eve"}"#.utf8))
        #expect(!pair.verifies(signature, of: Array(forged.utf8)))
    }

    @Test func `in another cloud, the signed claims are the token, and nothing is sent`() async throws {
        let transport = ScriptedTransport([])
        let key = try ServiceAccountKey(
            json: try TestKey.file(["universe_domain": .string("example-cloud.test")]))
        let token = try await ServiceAccountTokenSource(
            key, transport: transport, unixTime: { 1_767_323_045 }
        ).fetch()
        #expect(token.lifetime == .seconds(3600))
        #expect(transport.requests.isEmpty)
        let parts = token.value.split(separator: ".")
        try #require(parts.count == 3)
        let payload = try JSONParser.parse(try #require(Base64.decode(String(parts[1]))))
        #expect(payload["iss"]?.string == TestKey.email)
        #expect(payload["sub"]?.string == TestKey.email)
        #expect(payload["aud"] == nil)
        #expect(payload["scope"]?.string?.hasPrefix("https://www.googleapis.com/auth/datastore ") == true)
        let signature = try #require(Base64.decode(String(parts[2])))
        #expect(try TestKey.pair.verifies(signature, of: Array((parts[0] + "." + parts[1]).utf8)))
    }

    @Test func `a key without an id signs without one`() async throws {
        let transport = ScriptedTransport([.json(tokenJSON())])
        let key = try ServiceAccountKey(json: try TestKey.file(["private_key_id": nil]))
        _ = try await ServiceAccountTokenSource(key, transport: transport).fetch()
        let assertion = try #require(try formFields(transport.requests.first?.text ?? "")["assertion"])
        let head = try #require(Base64.decode(String(assertion.prefix { $0 != "." })))
        #expect(try JSONParser.parse(head)["kid"] == nil)
    }

    @Test func `the audience and the receiver are the key's own token server`() async throws {
        let (source, transport) = try source([.json(tokenJSON())], tokenURI: "http://127.0.0.1:8085/o/token")
        _ = try await source.fetch()
        let request = try #require(transport.requests.first)
        #expect(request.head.scheme == "http")
        #expect(request.head.authority == "127.0.0.1:8085")
        #expect(request.head.path == "/o/token")
        let assertion = try #require(try formFields(request.text)["assertion"])
        let payload = try #require(Base64.decode(String(assertion.split(separator: ".")[1])))
        #expect(try JSONParser.parse(payload)["aud"]?.string == "http://127.0.0.1:8085/o/token")
    }

    @Test func `a refusal says what Google says, and what to do`() async throws {
        let (source, _) = try source([
            .json(try refusalJSON("invalid_grant", "Invalid JWT Signature."), status: 400)
        ])
        let error = try await failure { () async throws(GoogleCredentialsError) in try await source.fetch() }
        #expect(error.kind == .refused)
        #expect(!error.isRetryable)
        #expect(
            error.message
                == "No access token for the service account \(TestKey.email): oauth2.googleapis.com answered with status 400, "
                + "invalid_grant: Invalid JWT Signature. Check that the key and its account still exist and are enabled, and "
                + "that this machine's clock is right.")
    }

    @Test func `an assertion that the server quotes does not reach the message`() async throws {
        let transport = ScriptedTransport([
            .work { request in
                let assertion = (try? formFields(request.text)["assertion"]) ?? ""
                let body = (try? refusalJSON("invalid_request", "cannot read \(assertion)!")) ?? ""
                return .init(head: HTTPResponse(status: .badRequest), body: Array(body.utf8))
            }
        ])
        let source = ServiceAccountTokenSource(try TestKey.make(), transport: transport)
        let error = try await failure { () async throws(GoogleCredentialsError) in try await source.fetch() }
        #expect(error.message.contains("cannot read (secret)!"))
        #expect(!error.message.contains("eyJ"))
    }

    @Test(arguments: [
        ("https://oauth2.googleapis.com", GoogleCredentialsError.Kind.unavailable),
        ("https://other.example/token", .unavailable),
    ])
    func `a server out of reach is named`(_ url: String, _ kind: GoogleCredentialsError.Kind) async throws {
        let (source, _) = try source([.failure(.unreachable, "no server answers at X")], tokenURI: url)
        let error = try await failure { () async throws(GoogleCredentialsError) in try await source.fetch() }
        #expect(error.kind == kind)
        #expect(error.isRetryable)
        #expect(
            error.message
                == "No access token for the service account \(TestKey.email): no server answers at X. Check the network and try "
                + "again.")
    }
}
