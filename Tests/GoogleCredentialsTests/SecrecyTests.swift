import FirestoreClient
import HTTPTransport
import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite(.timeLimit(.minutes(1))) struct SecrecyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Everything that somebody may print, log or dump, with what must not be seen in it.
    private func texts(_ value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(describing: value), String(reflecting: value), dumped]
    }

    private func secrets() throws -> [String] {
        // Any line of the key gives it away, also without the header that tells what it is.
        let lines = try TestKey.pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.map(String.init)
        try #require(lines.count > 20)
        return lines + ["PRIVATE KEY", "very-secret", "ya29.secret"]
    }

    private func expectNothing(in value: Any) throws {
        let secrets = try secrets()
        for text in texts(value) {
            for secret in secrets where text.contains(secret) {
                Issue.record("\(type(of: value)) shows a secret")
            }
        }
    }

    @Test func `nothing that holds a secret shows it`() async throws {
        let path = try folder.write(try TestKey.file())
        let key = try ServiceAccountKey(contentsOf: path)
        let user = try AuthorizedUser(contentsOf: try folder.write(userFile(), to: "user.json"))
        let transport = ScriptedTransport([.json(tokenJSON("ya29.secret"))])
        let google = try GoogleCredentials.file(path, transport: transport)
        let token = try await google.tokens.token()
        #expect(token.value == "ya29.secret")
        try expectNothing(in: Secret("very-secret"))
        try expectNothing(in: [["key": Secret("very-secret")]])
        try expectNothing(in: key)
        try expectNothing(in: [key])
        try expectNothing(in: user)
        try expectNothing(in: ["user": user])
        try expectNothing(in: token)
        try expectNothing(in: [Optional(token)])
        try expectNothing(in: ServiceAccountTokenSource(key, transport: ScriptedTransport([])))
        try expectNothing(in: AuthorizedUserTokenSource(user, transport: ScriptedTransport([])))
        try expectNothing(in: google)
        try expectNothing(in: google.tokens)
        try expectNothing(in: google.credentials)
        try expectNothing(in: FirestoreSettings(projectID: "p", credentials: google.credentials))
        var state = TokenCacheState()
        state.fetched(token, requestedAt: .zero)
        try expectNothing(in: state)
        try expectNothing(in: state.ask(now: .zero))
        try expectNothing(in: try ServiceAccountAssertion(key, issuedAt: 0).signed())
    }

    @Test func `nothing of federation shows a secret`() async throws {
        let environment = [
            "AWS_REGION": "a", "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "very-secret",
            "AWS_SESSION_TOKEN": "very-secret",
        ]
        let sources: [JSON] = [
            ["url": "https://id.test/", "headers": ["Authorization": "Bearer very-secret"]],
            ["environment_id": "aws1", "regional_cred_verification_url": "https://sts.test/"],
            ["executable": ["command": "/bin/false"]],
        ]
        var files = sources.map {
            externalFile(["credential_source": $0, "client_id": "c", "client_secret": "very-secret"])
        }
        files += [externalUserFile(), impersonatedFile(by: userMembers())]
        for (index, file) in files.enumerated() {
            let path = try folder.write(file)
            let transport = ScriptedTransport([
                .json("very-secret"), .json(tokenJSON("ya29.secret")), .json(impersonatedJSON("ya29.secret")),
            ])
            let google = try GoogleCredentials.file(
                path, environment: environment, transport: index == 0 ? transport : ScriptedTransport([]),
                clock: InstantClock())
            _ = try? await google.tokens.token()
            try expectNothing(in: google)
            try expectNothing(in: google.tokens)
            let document = try CredentialFile(path).document()
            switch document.type {
            case "external_account":
                try expectNothing(in: try ExternalAccount(document, EnvironmentVariables([:])))
            case "external_account_authorized_user": try expectNothing(in: try ExternalUser(document))
            case _: break
            }
        }
        try expectNothing(in: EnvironmentVariables(environment))
    }

    @Test func `descriptions name what is no secret`() throws {
        let key = try TestKey.make()
        #expect("\(key)" == "the key of the service account \(TestKey.email)")
        #expect(String(reflecting: key) == key.description)
        #expect("\(AccessToken("t", lifetime: .seconds(3599)))" == "an access token for 3599 s")
    }

    @Test func `a test for secrets would find one`() throws {
        // The tests above hold nothing if this does not.
        let pem = try TestKey.pem
        let secrets = try secrets()
        #expect(texts(["key": pem]).allSatisfy { text in secrets.contains { text.contains($0) } })
    }

    @Test func `what goes wrong with a key that is cut short does not show the rest`() throws {
        let pem = try TestKey.pem
        for length in [30, 100, 500, 1000, pem.count - 30] {
            let json = try TestKey.file(["private_key": .string(String(pem.prefix(length)))])
            let error = try failure { () throws(GoogleCredentialsError) in try ServiceAccountKey(json: json) }
            #expect(error.kind == .malformed)
            try expectNothing(in: error)
            // A file that ends early.
            let beginning = Array(try TestKey.file().prefix(length))
            let cut = try failure { () throws(GoogleCredentialsError) in
                try ServiceAccountKey(json: beginning)
            }
            try expectNothing(in: cut)
        }
    }

    @Test func `secrets are taken out wherever they are`() {
        let secrets = [Secret("abc"), Secret(""), Secret("xyz")]
        #expect("abc and xyz and abc".redacting(secrets) == "(secret) and (secret) and (secret)")
    }

    @Test func `the log holds no secret`() async throws {
        let log = RecordingLogHandler.Log()
        let clock = InstantClock()
        let transport = ScriptedTransport([
            .json(tokenJSON("ya29.secret")), .failure(.unreachable, "refused"), .json("{}", status: 503),
            .json(try refusalJSON("invalid_grant", "revoked: very-secret/refresh+token"), status: 400),
        ])
        let user = try AuthorizedUser(CredentialDocument(userFile(), name: "the file U"))
        let tokens = CachedTokens(
            AuthorizedUserTokenSource(user, transport: transport), logger: log.logger, clock: clock)
        _ = try await tokens.token()
        clock.advance(by: .seconds(3400))
        _ = try await tokens.token()
        while !log.lines.contains(where: { $0.hasPrefix("warning") }) {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(log.lines.count == 3)
        for line in log.lines {
            #expect(isOneLine(line))
            try expectNothing(in: line)
        }
    }
}
