import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct IdentificationTests {
    /// A token as Firebase makes them for users.
    private static func idToken(issuer: String = "https://securetoken.google.com/p") -> String {
        let payload = Base64.encodeURLSafe(Array(#"{"iss":"\#(issuer)","sub":"bob"}"#.utf8))
        return "eyJhbGciOiJSUzI1NiJ9.\(payload).c2VjcmV0LXNpZ25hdHVyZQ"
    }

    private func sent(_ credentials: Credentials) async throws -> (header: String?, path: String) {
        let server = ScriptedServer([.json("null")])
        _ = try await makeDatabase(server, credentials: credentials).reference(withPath: "a").getData()
        let head = try #require(server.requests.first?.head)
        return (head.headerFields[.authorization], head.path ?? "")
    }

    @Test func `nobody sends nothing`() async throws {
        let (header, path) = try await sent(.none)
        #expect(header == nil)
        #expect(path == "/a.json?ns=db")
    }

    @Test func `an administrator and a bearer of an access token send a header`() async throws {
        for (credentials, token) in [
            (Credentials.emulatorAdmin, "owner"), (.bearerToken("ya29.a0-x_y"), "ya29.a0-x_y"),
            (.tokenProvider { "fresh" }, "fresh"), (.bearerToken("a.b.c"), "a.b.c"),
            (.bearerToken(Self.idToken(issuer: "someone")), Self.idToken(issuer: "someone")),
        ] {
            let (header, path) = try await sent(credentials)
            #expect(header == "Bearer \(token)")
            #expect(path == "/a.json?ns=db")
        }
    }

    @Test func `a user's ID token is a parameter`() async throws {
        for credentials in [Credentials.bearerToken(Self.idToken()), .tokenProvider { Self.idToken() }] {
            let (header, path) = try await sent(credentials)
            #expect(header == nil)
            #expect(path == "/a.json?ns=db&auth=\(Self.idToken())")
        }
    }

    @Test func `a user of an emulator has an unsigned token of the project`() async throws {
        let (header, path) = try await sent(.emulatorUser(uid: "bob", claims: ["role": "mod"]))
        #expect(header == nil)
        let token = try #require(path.split(separator: "auth=").last)
        let payload = try #require(Base64.decode(String(token.split(separator: ".")[1])))
        let claims = try JSONParser.parse(payload)
        #expect(claims["sub"]?.string == "bob")
        #expect(claims["aud"]?.string == "p")
        #expect(claims["role"]?.string == "mod")
    }

    @Test func `a token comes into no message and no log`() async throws {
        let token = Self.idToken()
        let url = "http://127.0.0.1:9000/a.json?auth=\(token)"
        let log = RecordingLogHandler.Log()
        let steps: [ScriptedTransport.Step] = [
            .failure(.connectionLost, "lost \(url)"),
            .json(#"{"error":"Could not parse auth token \#(token)."}"#, status: 401),
        ]
        let database = try makeDatabase(
            ScriptedServer(steps), credentials: .bearerToken(token),
            retryPolicy: RetryPolicy(maximumAttempts: 2), log: log)
        let refused = try await failure { () throws(DatabaseError) in
            try await database.reference(withPath: "a").getData()
        }
        #expect(refused.code == .unauthenticated)
        let lost = try await failure { () throws(DatabaseError) in
            try await makeFailing(token, url).reference(withPath: "a").getData()
        }
        #expect(lost.code == .unavailable)
        var dumped = ""
        dump((refused, lost, database.settings), to: &dumped)
        #expect(!log.lines.isEmpty)
        for text in [refused.message, lost.message, refused.serverMessage ?? "", dumped] + log.lines {
            #expect(!text.contains("c2VjcmV0"), "\(text)")
        }
    }

    private func makeFailing(_ token: String, _ url: String) throws(DatabaseError) -> Database {
        let step = ScriptedTransport.Step.failure(.connectionLost, "lost \(url)")
        return try Database(
            DatabaseSettings(
                projectID: "p", endpoint: .emulator(host: "localhost", port: 1),
                credentials: .bearerToken(token), retryPolicy: .never),
            transport: ScriptedServer([step]))
    }

    @Test func `somebody else can be acted as over the same connections`() async throws {
        let server = ScriptedServer([.json("null"), .json("null")])
        let alice = try makeDatabase(server, credentials: .bearerToken("alices"))
        _ = try await alice.acting(as: .bearerToken("bobs")).reference().getData()
        _ = try await alice.reference().getData()
        #expect(
            server.requests.map { $0.head.headerFields[.authorization] } == ["Bearer bobs", "Bearer alices"])
        #expect(throws: DatabaseError.self) { try alice.acting(as: .bearerToken("two lines\n")) }
    }

    @Test func `a token provider that fails ends the call unsent`() async throws {
        struct KeyMissing: Error {}
        let server = ScriptedServer([])
        let database = try makeDatabase(server, credentials: .tokenProvider { throw KeyMissing() })
        let error = try await failure { () async throws(DatabaseError) in
            try await database.reference().removeValue()
        }
        #expect(error.code == .unauthenticated)
        #expect(error.underlying is KeyMissing)
        #expect(!error.isOutcomeUnknown)
        #expect(server.requests.isEmpty)
    }
}
