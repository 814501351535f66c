import FirestoreClient
import HTTPTypes
import JSONText
import TestSupport
import Testing

@Suite struct CredentialsTests {
    private func authorization(_ credentials: Credentials, _ endpoint: FirestoreEndpoint? = nil) async throws
        -> String?
    {
        let transport = ScriptedTransport([.json(commitJSON())])
        let firestore = try makeFirestore(transport, endpoint: endpoint, credentials: credentials)
        try await firestore.document("c/d").delete()
        return transport.requests.first?.head.headerFields[.authorization]
    }

    @Test func `each kind of credentials has its header`() async throws {
        #expect(try await authorization(.none) == nil)
        #expect(try await authorization(.emulatorAdmin) == "Bearer owner")
        #expect(try await authorization(.bearerToken("abc.def")) == "Bearer abc.def")
        #expect(try await authorization(.tokenProvider { "fresh" }) == "Bearer fresh")
    }

    private func payload(_ credentials: Credentials) async throws -> String {
        let header = try #require(try await authorization(credentials))
        let parts = header.dropFirst("Bearer ".count).split(separator: ".", omittingEmptySubsequences: false)
        #expect(parts.count == 3)
        #expect(parts.last == "")
        let head = try #require(Base64.decode(String(parts[0])))
        #expect(String(decoding: head, as: UTF8.self) == #"{"alg":"none","type":"JWT"}"#)
        #expect(!header.contains("=") && !header.contains("+") && !header.dropFirst(7).contains("/"))
        return String(decoding: try #require(Base64.decode(String(parts[1]))), as: UTF8.self)
    }

    @Test func `a user's token is the unsigned one of Firebase's SDKs`() async throws {
        #expect(
            try await payload(.emulatorUser(uid: "bob"))
                == compact(
                    """
                    {"iss": "https://securetoken.google.com/p", "aud": "p", "iat": 0, "exp": 3600, "auth_time": 0,
                     "sub": "bob", "user_id": "bob", "firebase": {"sign_in_provider": "custom", "identities": {}}}
                    """))
    }

    @Test func `somebody else can be acted as over the same connections`() async throws {
        let transport = ScriptedTransport([.json(documentJSON("c/d")), .json(documentJSON("c/d"))])
        let alice = try makeFirestore(transport, credentials: .bearerToken("alices"))
        let bob = try alice.acting(as: .bearerToken("bobs"))
        _ = try await bob.document("c/d").getDocument()
        _ = try await alice.document("c/d").getDocument()
        #expect(
            transport.requests.map { $0.head.headerFields[.authorization] } == [
                "Bearer bobs", "Bearer alices",
            ])
        #expect(throws: FirestoreError.self) { try alice.acting(as: .bearerToken("two lines\n")) }
    }

    @Test func `the project that requests are counted against is named when it is another one`() async throws
    {
        let transport = ScriptedTransport([.json(documentJSON("c/d"))])
        let settings = try makeFirestore().settings
        settings.quotaProjectID = "payer"
        _ = try await Firestore(settings, transport: transport).document("c/d").getDocument()
        let name = try #require(HTTPField.Name("x-goog-user-project"))
        #expect(transport.requests.first?.head.headerFields[name] == "payer")
        settings.quotaProjectID = "no\nproject"
        #expect(throws: FirestoreError.self) { try Firestore(settings, transport: transport) }
    }

    @Test func `claims are added, may be nested, and override all but the uid`() async throws {
        let claims: [String: ClaimValue] = [
            "role": "mod", "n": 3, "d": 1.5, "ok": true, "none": nil, "deep": ["a": [1, ["b": "é"]]],
            "iat": 100, "aud": "other", "sub": "eve", "user_id": "eve",
            "firebase": ["sign_in_provider": "google.com"],
        ]
        #expect(
            try await payload(.emulatorUser(uid: "bob", claims: claims))
                == compact(
                    """
                    {"iss": "https://securetoken.google.com/p", "aud": "other", "iat": 100, "exp": 3700, "auth_time": 100,
                     "sub": "bob", "user_id": "bob", "firebase": {"sign_in_provider": "google.com"},
                     "d": 1.5, "deep": {"a": [1, {"b": "é"}]}, "n": 3, "none": null, "ok": true, "role": "mod"}
                    """))
    }

    @Test(arguments: [
        Credentials.bearerToken(""), .bearerToken("a\r\nX-Evil: 1"), .bearerToken("a b"), .bearerToken("é"),
        .emulatorUser(uid: ""), .emulatorUser(uid: "bob", claims: ["uid": "bob"]),
    ])
    func `credentials that cannot work are refused`(_ credentials: Credentials) async throws {
        let error = try await failure { () throws(FirestoreError) in
            try Firestore(
                FirestoreSettings(
                    projectID: "p", endpoint: .emulator(host: "localhost", port: 1), credentials: credentials),
                transport: ScriptedTransport([]))
        }
        #expect(error.code == .invalidArgument)
    }

    @Test(arguments: [Credentials.bearerToken("secret-token"), .tokenProvider { "secret-token" }])
    func `a token goes to other machines by https only`(_ credentials: Credentials) async throws {
        for host in [
            "10.0.0.1", "example.com", "127.evil.com", "127.0.0.1.evil.com", "0.0.0.0", "localhost.evil.com",
        ] {
            let settings = FirestoreSettings(
                projectID: "p", endpoint: .emulator(host: host, port: 8080), credentials: credentials)
            let error = try await failure { () throws(FirestoreError) in
                try Firestore(settings, transport: ScriptedTransport([]))
            }
            #expect(error.message.contains("plain http"), "\(host)")
            #expect(!error.message.contains("secret"))
        }
        for host in ["127.0.0.1", "127.1.2.3", "localhost", "x.localhost", "::1"] {
            _ = try makeFirestore(endpoint: .emulator(host: host, port: 8080), credentials: credentials)
        }
        _ = try makeFirestore(endpoint: .production, credentials: credentials)
        _ = try makeFirestore(endpoint: .secure(host: "example.com"), credentials: credentials)
    }

    @Test(arguments: [Credentials.emulatorAdmin, .emulatorUser(uid: "bob")])
    func `an emulator's credentials are not sent to production`(_ credentials: Credentials) {
        #expect(throws: FirestoreError.self) {
            try makeFirestore(endpoint: .production, credentials: credentials)
        }
    }

    @Test func `printing credentials or settings shows no token`() {
        let credentials = Credentials.bearerToken("secret-token")
        let settings = FirestoreSettings(projectID: "p", credentials: credentials)
        var dumped = ""
        dump(settings, to: &dumped)
        for text in ["\(credentials)", String(reflecting: credentials), "\(settings)", dumped] {
            #expect(!text.contains("secret"), "\(text)")
        }
    }

    @Test func `a token provider that fails, or gives nonsense, ends the call unsent`() async throws {
        struct KeyMissing: Error {}
        let transport = ScriptedTransport([])
        let failing = try makeFirestore(transport, credentials: .tokenProvider { throw KeyMissing() })
        let error = try await failure { () async throws(FirestoreError) in
            try await failing.document("c/d").delete()
        }
        #expect(error.code == .unauthenticated)
        #expect(error.underlying is KeyMissing)
        #expect(!error.isOutcomeUnknown)
        let broken = try makeFirestore(transport, credentials: .tokenProvider { "a\nb" })
        #expect(
            try await failure { () async throws(FirestoreError) in try await broken.document("c/d").delete() }
                .code
                == .invalidArgument)
        #expect(transport.requests.isEmpty)
    }

    @Test func `a token that the server quotes does not reach the message`() async throws {
        let token = "eyJhbGciOi.secret-payload.signature"
        let transport = ScriptedTransport([
            .json(errorJSON(401, "UNAUTHENTICATED", "bad token \(token)!"), status: 401)
        ])
        let firestore = try makeFirestore(transport, credentials: .bearerToken(token))
        let error = try await failure { () async throws(FirestoreError) in
            try await firestore.document("c/d").delete()
        }
        #expect(!error.message.contains("secret"))
        #expect(error.serverMessage == "bad token ...!")
    }
}
