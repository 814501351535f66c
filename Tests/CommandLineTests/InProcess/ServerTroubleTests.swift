import FirestoreClient
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import receipts

/// The messages of a command when the server misbehaves.
@Suite("Server trouble")
struct ServerTroubleTests {
    @Test func `without any server the three ways to name one are listed`() async throws {
        var line = try CommandLine()
        line.environment = [:]
        let outcome = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--all")
        #expect(outcome.status == 2)
        #expect(
            outcome.err == [
                "receipts: no server: pass --emulator HOST:PORT, or set FIRESTORE_EMULATOR_HOST, or for production pass "
                    + "--credentials FILE or set FIRESTORE_TOKEN to an access token"
            ])
    }

    @Test func `a file of credentials that others can read is not used`() async throws {
        let folder = try TemporaryFolder(["key.json": #"{"type":"service_account","private_key":"hush"}"#])
        var line = try CommandLine()
        let path = "\(folder.path)/key.json"
        for environment in [[:], ["GOOGLE_APPLICATION_CREDENTIALS": path]] {
            line.environment = environment
            let option = environment.isEmpty ? ["--credentials", path] : []
            let outcome = await line.run(
                ["mark-read", "--conversation", "c", "--user", "bob", "--all"] + option)
            #expect(outcome.status == 2)
            #expect(outcome.err.count == 1)
            #expect(outcome.err.joined().contains("chmod 600"))
            #expect(!outcome.err.joined().contains("hush"))
        }
    }

    /// A file of workload identity federation in another cloud.
    private func federation() throws -> (TemporaryFolder, path: String) {
        let folder = try TemporaryFolder(["token": "subject-token"])
        let path = "\(folder.path)/federation.json"
        try folder.write(
            """
            {"type": "external_account", "universe_domain": "cloud.test", "subject_token_type": "t",
             "audience": "//iam.cloud.test/pool/providers/ci", "credential_source": {"file": "\(folder.path)/token"}}
            """, to: "federation.json")
        return (folder, path)
    }

    @Test(arguments: [
        (
            ScriptedTransport.Step.json(
                #"{"error":"invalid_grant","error_description":"Stale."}"#, status: 400),
            Int32(1),
            "receipts: No access token for the identity of the provider ci: sts.cloud.test answered with status 400, "
                + "invalid_grant: Stale. Check that"
        ),
        (
            .failure(.tlsFailed, "no secure connection to sts.cloud.test:443 (unknown authority)"), 1,
            "receipts: No access token for the identity of the provider ci: no secure connection to sts.cloud.test:443 "
                + "(unknown authority). Check this machine's clock; behind a company's proxy, set SSL_CERT_FILE"
        ),
    ])
    func `without an access token, a command says why`(
        _ step: ScriptedTransport.Step, _ status: Int32, _ message: String
    ) async throws {
        let (folder, path) = try federation()
        defer { withExtendedLifetime(folder) {} }
        var line = try CommandLine()
        line.transport = ScriptedTransport([step])
        line.environment = ["GOOGLE_APPLICATION_CREDENTIALS": path, "GCLOUD_PROJECT": "p"]
        let outcome = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--all")
        #expect(outcome.status == status)
        #expect(outcome.err.count == 1)
        #expect(outcome.err.first?.hasPrefix(message) == true, "\(outcome.err)")

        line.transport = ScriptedTransport([step])
        let diagnosis = await line.run("doctor")
        let reason = message.dropFirst("receipts: ".count)
        #expect(diagnosis.out.contains { $0.contains("https://firestore.cloud.test, project p: \(reason)") })
    }

    @Test func `federation leads to the servers of its cloud, and a variable names the project that pays`()
        async throws
    {
        let (folder, path) = try federation()
        defer { withExtendedLifetime(folder) {} }
        let transport = ScriptedTransport([
            .json(#"{"access_token":"ya29.t","expires_in":3600,"token_type":"Bearer"}"#),
            .json(#"[{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED"}}]"#, status: 403),
        ])
        var line = try CommandLine()
        line.transport = transport
        line.environment = [
            "GOOGLE_APPLICATION_CREDENTIALS": path, "GCLOUD_PROJECT": "p",
            "GOOGLE_CLOUD_QUOTA_PROJECT": "payer",
        ]
        let outcome = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--all")
        #expect(outcome.status == 1)
        #expect(transport.requests.map(\.head.authority) == ["sts.cloud.test", "firestore.cloud.test"])
        let fields = try #require(transport.requests.last?.head.headerFields)
        #expect(fields[.authorization] == "Bearer ya29.t")
        #expect(HTTPField.Name("x-goog-user-project").flatMap { fields[$0] } == "payer")
    }

    @Test func `a file of authorities reaches the clients of a command`() async throws {
        let folder = try TemporaryFolder(["ca.pem": "-----BEGIN CERTIFICATE-----\nA\n"])
        let seen = Mutex<String?>(nil)
        let transport = ScriptedTransport([
            .work { _ throws(HTTPTransportError) in
                seen.withLock { $0 = HTTPClientConfiguration().additionalAuthorityFile }
                throw HTTPTransportError(.tlsFailed, "scripted")
            }
        ])
        var line = try CommandLine()
        line.transport = transport
        line.environment = ["FIRESTORE_TOKEN": "t", "GCLOUD_PROJECT": "p"]
        let outcome = await line.run(
            "status", "--conversation", "c", "--user", "bob", "--ca-file", "\(folder.path)/ca.pem")
        #expect(outcome.status == 69)
        #expect(seen.withLock { $0 } == "\(folder.path)/ca.pem")
    }

    @Test func `a file of authorities that cannot be read, or has none, is wrong usage`() async throws {
        let folder = try TemporaryFolder(["empty.pem": "hello"])
        for (name, reason) in [
            ("none.pem", "cannot read the certificate file \(folder.path)/none.pem: there is no such file"),
            ("empty.pem", "the certificate file \(folder.path)/empty.pem has no certificate in PEM form"),
        ] {
            let outcome = await (try CommandLine()).run(
                "mark-read", "--conversation", "c", "--user", "bob", "--all", "--ca-file",
                "\(folder.path)/\(name)")
            #expect(outcome.status == 2)
            #expect(outcome.err.count == 1)
            #expect(outcome.err.joined().contains(reason), "\(outcome.err)")
        }
    }

    @Test(arguments: ["8080", "localhost", "localhost:http", "a b:80", "[::1]"])
    func `an invalid address is wrong usage`(address: String) async throws {
        let outcome = await (try CommandLine()).run(
            "mark-read", "--emulator", address, "--conversation", "c", "--user", "bob", "--all")
        #expect(outcome.status == 2)
        #expect(outcome.err.count == 1)
        #expect(outcome.err.joined().contains("HOST:PORT"))
    }

    @Test func `production needs a project`() async throws {
        var line = try CommandLine()
        line.environment = ["FIRESTORE_TOKEN": "secret"]
        let outcome = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--all")
        #expect(outcome.status == 2)
        #expect(outcome.err.joined().contains("--project"))
        #expect(!outcome.err.joined().contains("secret"))
    }

    @Test func `a missing server ends with status 69`() async throws {
        var line = try CommandLine()
        line.transport = nil
        let absent = try AbsentServer()
        let outcome = await line.run(
            "mark-read", "--emulator", absent.authority, "--conversation", "c", "--user", "bob", "--all")
        #expect(outcome.status == 69)
        #expect(outcome.err.count == 1)
        #expect(outcome.err.joined().contains(absent.authority))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 15\r\n\r\n<html>Hi</html>",
        "HTTP/1.1 404 Not Found\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\n<html>",
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2000\r\n\r\n[{\"found\":",
        "SSH-2.0-OpenSSH_9.2\r\n",
    ])
    func `a server that is not a Firestore is named in one line`(answer: String) async throws {
        var line = try CommandLine()
        line.transport = nil
        let server = try ScriptedServer { _ in [.readRequest, .send(answer)] }
        let outcome = await line.run(
            "mark-read", "--emulator", server.authority, "--conversation", "c", "--user", "bob", "--all")
        #expect([1, 69].contains(outcome.status))
        #expect(outcome.out.isEmpty)
        #expect(outcome.err.count == 1)
        #expect(outcome.err.joined().contains(server.authority))
        #expect(!outcome.err.joined().contains("\n"))
    }

    @Test func `a document that is too large is refused, and named`() async throws {
        let line = try CommandLine()
        let admin = try line.server.firestore()
        try await admin.document("conversations/c").setData(["participants": ["alice", "bob"]])
        let outcome = await line.run(
            "send", "--conversation", "c", "--user", "alice", String(repeating: "x", count: 1_100_000))
        #expect(outcome.status != 0)
        #expect(outcome.err.count == 1)
        #expect(outcome.err.joined().count < 400)
    }
}
