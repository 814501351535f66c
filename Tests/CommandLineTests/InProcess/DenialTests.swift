import FirestoreClient
import FirestoreEmulator
import FirestoreRules
import HTTPTypes
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@testable import receipts

/// The messages for a user whose request is denied.
@Suite("Denials")
struct DenialTests {
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /conversations/{c} {
              allow read: if request.auth.uid in resource.data.participants;
              match /messages/{m} {
                allow read: if request.auth.uid in get(/databases/$(database)/documents/conversations/$(c)).data.participants;
                allow write: if request.auth.uid != 'carol';
              }
            }
          }
        }
        """

    /// A command line on an embedded emulator whose rules know members, with the conversation team.
    private func line() async throws -> CommandLine {
        let line = try CommandLine()
        let emulator = try #require(line.server.emulator)
        let admin = try line.server.firestore()
        try await admin.document("conversations/team").setData(["participants": ["alice", "bob", "carol"]])
        try await admin.document("conversations/team/messages/m1").setData(TestChat.message())
        #expect(
            emulator.setRules(
                SourceFile(name: "firestore.rules", content: Self.rules), project: line.server.project
            ).isEmpty)
        return line
    }

    private static let isEmbedded = SystemEnvironment.emulatorHost == nil

    private static let commands: [[String]] = [
        ["mark-read", "--all"], ["mark-read", "m1"], ["mark-delivered", "m1", "m2"], ["send", "Hello"],
        ["status"],
        ["status", "m1"], ["details", "m1"], ["watch"],
    ]

    @Test(.enabled(if: isEmbedded), arguments: commands)
    func `the error says that a user is not a member, or which conversation is missing`(
        command: [String]
    ) async throws {
        let line = try await line()
        let stranger = await line.run(command + ["--conversation", "team", "--user", "mallory", "--quiet"])
        #expect(stranger.status == 1)
        #expect(
            stranger.err == [
                "receipts: user \"mallory\" is not a member of conversation \"team\" (conversations/team, field participants)"
            ])
        let nowhere = await line.run(command + ["--conversation", "nowhere", "--user", "bob", "--quiet"])
        #expect(nowhere.status == 1)
        #expect(nowhere.err == ["receipts: there is no conversation \"nowhere\" (conversations/nowhere)"])
    }

    @Test(.enabled(if: isEmbedded))
    func `a denied member learns that the rules deny it, and how to see more`() async throws {
        let line = try await line()
        let send = ["send", "--conversation", "team", "--user", "carol", "Hello"]
        let sentence =
            "receipts: the security rules do not let user \"carol\" send this message to conversation \"team\""
        let short = await line.run(send)
        #expect(short.status == 1)
        #expect(
            short.err == ["\(sentence); --explain shows the rule that decided; -v shows what the server said"]
        )
        let verbose = await line.run(send + ["-v"])
        #expect(verbose.err.count == 2)
        #expect(verbose.err.first == "\(sentence); --explain shows the rule that decided")
        #expect(verbose.err.last?.contains("PERMISSION_DENIED") == true)
        let explained = await line.run(send + ["--explain"])
        #expect(explained.err.first == "\(sentence); -v shows what the server said")
        let text = explained.err.joined(separator: "\n")
        #expect(text.contains("DENIED create conversations/team/messages/"))
        #expect(text.contains("as carol"))
        #expect(text.contains("firestore.rules:8"))
        #expect(explained.err.allSatisfy { !$0.contains("\n") })
    }

    @Test(.enabled(if: isEmbedded))
    func `a single denied message is explained on request`() async throws {
        let line = try await line()
        let mark = ["mark-read", "--conversation", "team", "--user", "carol", "m1"]
        let short = await line.run(mark)
        #expect(short.err == ["receipts: m1: denied by the security rules (conversations/team/messages/m1)"])
        let explained = await line.run(mark + ["--explain"])
        #expect(explained.status == 1)
        #expect(
            explained.err.joined(separator: "\n").contains(
                "DENIED update conversations/team/messages/m1 as carol"))
    }

    @Test func `a server without explanations is recognised`() async throws {
        var line = try CommandLine()
        line.transport = nil
        let denial = #"{"error":{"code":403,"status":"PERMISSION_DENIED","message":"no"}}"#
        let server = try ScriptedServer { _ in
            [
                .readRequest,
                .send(
                    "HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ncontent-length: \(denial.utf8.count)\r\n"
                        + "connection: close\r\n\r\n\(denial)"),
            ]
        }
        let outcome = await line.run(
            "status", "--emulator", server.authority, "--conversation", "c", "--user", "bob", "--explain")
        #expect(outcome.status == 1)
        #expect(
            outcome.err == [
                "receipts: the security rules do not let user \"bob\" read conversation \"c\"; -v shows what the server said",
                "receipts: --explain needs the embedded emulator (receipts emulator start); http://\(server.authority) does not say "
                    + "which rule denied it",
            ])
    }

    @Test func `in production a denial lists the possible reasons, and nothing is explained`() async throws {
        var line = try CommandLine()
        line.environment = ["FIRESTORE_TOKEN": "secret", "GCLOUD_PROJECT": "my-chat"]
        let denial =
            #"{"error":{"code":403,"status":"PERMISSION_DENIED","message":"Missing or insufficient permissions."}}"#
        line.transport = ScriptedTransport([
            .response(status: 403, fields: [.contentType: "application/json"], body: Array(denial.utf8))
        ])
        let status = ["status", "--conversation", "c", "--user", "bob"]
        let outcome = await line.run(status)
        #expect(outcome.status == 1)
        #expect(
            outcome.err == [
                "receipts: these credentials may not read conversation \"c\": there may be no such conversation, the security rules "
                    + "may deny it, or a role may be missing; -v shows what the server said"
            ])
        let explained = await line.run(status + ["--explain"])
        #expect(explained.status == 2)
        #expect(explained.err.count == 1)
        #expect(explained.err.joined().contains("--explain needs the embedded emulator"))
    }

    @Test func `in a Realtime Database it is the same`() async throws {
        let emulator = DatabaseEmulator()
        var line = try CommandLine(onServer: false)
        line.streams = emulator.transport
        line.environment = ["FIREBASE_DATABASE_EMULATOR_HOST": "127.0.0.1:9000", "GCLOUD_PROJECT": "demo"]
        let folder = try TemporaryFolder([
            "seed.json":
                #"{"conversations": [{"id": "team", "participants": ["alice", "bob"], "messages": []}]}"#
        ])
        let seeded = await line.run("seed", "--schema", "read-at", "\(folder.path)/seed.json")
        #expect(seeded.status == 0, "\(seeded.err)")
        #expect(
            emulator.setRules(
                #"{"rules": {".read": "auth.uid == 'nobody'"}}"#, namespace: "demo-default-rtdb") == [])
        let options = ["--schema", "read-at", "--user", "mallory", "--all"]
        let stranger = await line.run(["mark-read", "--conversation", "team"] + options)
        #expect(stranger.status == 1)
        #expect(stranger.err.count == 1)
        #expect(stranger.err.joined().contains("user \"mallory\" is not a member of conversation \"team\""))
        let nowhere = await line.run(["mark-read", "--conversation", "nowhere"] + options)
        #expect(nowhere.err.joined().contains("there is no conversation \"nowhere\""))
        let member = await line.run(
            [
                "mark-read", "--conversation", "team", "--schema", "read-at", "--user", "bob", "--all",
                "--explain",
            ])
        #expect(
            member.err.first?.contains("the security rules do not let user \"bob\" mark messages") == true)
        #expect(member.err.joined(separator: "\n").contains("auth.uid == 'nobody'"))
    }
}
