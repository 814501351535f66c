import FirestoreClient
import FirestoreEmulator
import FirestoreRules
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@testable import receipts

/// A stage that is defined in a JSON file, from marking to details.
@Suite("Commands with a further stage")
struct FurtherStageCommandTests {
    private static let isEmbedded = SystemEnvironment.emulatorHost == nil

    /// The changes that the rules allow: members add themselves to those who have played and read a message.
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /users/{user} { allow read; }
            match /conversations/{c} {
              function isMember() {
                return request.auth.uid in get(/databases/$(database)/documents/conversations/$(c)).data.participants;
              }
              allow read: if request.auth.uid in resource.data.participants;
              match /messages/{m} {
                function addsSelf(field) {
                  return request.resource.data[field].toSet().difference(resource.data[field].toSet())
                      .hasOnly([request.auth.uid]);
                }
                allow read: if isMember();
                allow update: if isMember() && addsSelf('readBy') && addsSelf('playedBy')
                  && request.resource.data.diff(resource.data).affectedKeys()
                    .hasOnly(['status', 'readBy', 'playedBy', 'playedAt']);
              }
            }
          }
        }
        """

    private let folder: TemporaryFolder
    private let options: [String]

    init() throws {
        folder = try TemporaryFolder([
            "voice.json": """
            {"name": "voice", "stages": [{"stage": "played", "status": "played", "users": "playedBy", "time": "playedAt"}]}
            """,
            "database.json": """
            {"preset": "read-at", "name": "voice", "stages": [{"stage": "played", "users": "playedBy"}]}
            """,
            "seed.json": """
            {"users": {"bob": {"displayName": "Bob"}, "carol": {"displayName": "Carol"}}, "conversations": [{"id": "team",
            "participants": ["alice", "bob", "carol"], "messages": [{"id": "v1", "senderId": "alice", "text": "🎤"},
            {"id": "v2", "senderId": "alice", "text": "🎤"}]}]}
            """,
        ])
        options = ["--schema", "\(folder.path)/voice.json", "--conversation", "team"]
    }

    /// A command line on an embedded emulator under the rules, with a conversation of three.
    private func line() async throws -> CommandLine {
        let line = try CommandLine()
        let emulator = try #require(line.server.emulator)
        let seeded = await line.run(["seed", "\(folder.path)/seed.json"] + options.prefix(2))
        #expect(seeded.status == 0, "\(seeded.err)")
        let problems = emulator.setRules(
            SourceFile(name: "firestore.rules", content: Self.rules), project: line.server.project)
        #expect(problems.isEmpty)
        return line
    }

    @Test(.enabled(if: isEmbedded))
    func `a stage from a file is marked, and seen in status, details and watch`() async throws {
        let line = try await line()
        let marked = await line.run(["mark", "--stage", "played"] + options + ["--user", "bob", "v1"])
        #expect(marked.err == [])
        #expect(marked.out == ["1 message marked played, 1 commit, 2 read, 1 written"])
        let again = await line.run(
            ["mark", "--stage", "played"] + options + ["--user", "bob", "--all", "--format", "json"])
        #expect(
            again.out.first?.hasPrefix(#"{"receipt":"played","conversation":"team","user":"bob","marked":1,"#)
                == true)
        let read = await line.run(["mark-read"] + options + ["--user", "carol", "v1"])
        #expect(read.out == ["1 message marked read, 1 commit, 2 read, 1 written"])

        let status = await line.run(["status"] + options + ["--user", "alice", "v1"])
        #expect(
            status.out.map { $0.split(separator: " ").joined(separator: " ") } == [
                "✓✓ v1 read, played by 1 of 2 🎤"
            ])
        let json = await line.run(["status"] + options + ["--user", "alice", "v1", "--format", "json"])
        #expect(json.out.first?.contains(#""stages":{"played":["bob"]}"#) == true)
        let details = await line.run(["details"] + options + ["--user", "alice", "v1"])
        #expect(
            details.out == [
                "v1  All members", "Played:", "  ✓ \("Bob".padded(24))  bob", "Read:",
                "  ✓ \("Carol".padded(24))  carol",
            ])
        let people = await line.run(["details"] + options + ["--user", "alice", "v1", "--format", "json"])
        #expect(people.out.map { $0.contains(#""stage":"played""#) } == [true, false])
        let document = try await line.server.firestore().document("conversations/team/messages/v1")
            .getDocument()
        #expect(document.data()?["status"] as? String == "played")
        #expect(document.data()?["readBy"] as? [String] == ["bob", "carol"])
        #expect(document.data()?["playedAt"] != nil)
    }

    @Test(.enabled(if: isEmbedded))
    func `a worker writes events of the stage, including those that a command has queued`() async throws {
        var line = try await line()
        let outbox = "\(folder.path)/outbox.sqlite"
        let queued = await line.run(
            ["mark", "--stage", "played"] + options + ["--user", "carol", "--queue", outbox, "v1"])
        #expect(queued.out == ["1 receipt queued for the worker, 0 already waiting"])
        line.pieces = [
            #"{"kind":"read","conversation":"team","message":"v1","user":"carol"}"# + "\n"
                + #"{"kind":"played","conversation":"team","message":"v2","user":"bob"}"# + "\n"
        ]
        let worked = await line.run(
            ["worker", "--stdin", "--drain", "--outbox", outbox] + options.prefix(2))
        #expect(worked.status == 0, "\(worked.err)")
        let messages = try await line.server.firestore().collection("conversations/team/messages")
            .getDocuments()
        #expect(messages.documents.map { $0.data()["playedBy"] as? [String] } == [["carol"], ["bob"]])
        #expect(messages.documents.map { $0.data()["readBy"] as? [String] } == [["carol"], ["bob"]])
    }

    @Test func `a Realtime Database keeps the stage with its times`() async throws {
        let emulator = DatabaseEmulator(configuration: DatabaseEmulatorConfiguration())
        var line = try CommandLine(onServer: false)
        line.streams = emulator.transport
        line.environment = [
            "FIREBASE_DATABASE_EMULATOR_HOST": "127.0.0.1:9000", "GCLOUD_PROJECT": "demo",
        ]
        let options = ["--schema", "\(folder.path)/database.json", "--conversation", "team"]
        _ = await line.run(["seed", "\(folder.path)/seed.json"] + options.prefix(2))
        let marked = await line.run(["mark", "--stage", "played"] + options + ["--user", "bob", "--all"])
        #expect(marked.out == ["2 messages marked played, 1 commit, 3 read, 2 written"])
        let status = await line.run(["status"] + options + ["--user", "alice", "v1"])
        #expect(status.out.first?.contains("Played by 1/2") == true)
        let details = await line.run(["details"] + options + ["--user", "alice", "v1"])
        #expect(details.out.prefix(2) == ["v1  1 of 2 members", "Played:"])
        #expect(details.out.dropFirst(2).first?.hasPrefix("  ✓ Bob") == true)
        let again = await line.run(["mark-read"] + options + ["--user", "bob", "--all"])
        #expect(again.out == ["0 messages marked read, 2 already marked, 0 commits, 3 read, 0 written"])
    }

    @Test func `a seed sets who has reached the stage, and when`() async throws {
        var line = try CommandLine()
        line.pieces = [
            #"""
            {"conversations": [{"id": "team", "participants": ["alice", "bob", "carol"], "messages": [{"id": "v1",
            "senderId": "alice", "status": "played", "readBy": ["carol"], "stages": {"played": {"bob":
            "2026-01-02T03:04:05Z", "carol": "2026-01-02T03:04:04Z"}}}]}]}
            """#
        ]
        let seeded = await line.run(["seed", "-"] + options.prefix(2))
        #expect(seeded.status == 0, "\(seeded.err)")
        let document = try await line.server.firestore().document("conversations/team/messages/v1")
            .getDocument()
        #expect(document.data()?["playedBy"] as? [String] == ["carol", "bob"])
        #expect(
            document.data()?["playedAt"] as? Timestamp == Timestamp(seconds: 1_767_323_044, nanoseconds: 0))
        let status = await line.run(["status"] + options + ["--user", "alice", "v1"])
        #expect(status.out.first?.contains("played by 2 of 2") == true)
    }

    @Test func `a seed in a Realtime Database keeps each user's time`() async throws {
        let emulator = DatabaseEmulator(configuration: DatabaseEmulatorConfiguration())
        var line = try CommandLine(onServer: false)
        line.streams = emulator.transport
        line.environment = [
            "FIREBASE_DATABASE_EMULATOR_HOST": "127.0.0.1:9000", "GCLOUD_PROJECT": "demo",
        ]
        line.pieces = [
            #"""
            {"conversations": [{"id": "team", "participants": ["alice", "bob"], "messages": [{"id": "v1",
            "senderId": "alice", "stages": {"played": {"bob": "2026-01-02T03:04:05Z"}}}]}]}
            """#
        ]
        line.time = Timestamp(seconds: 1_767_323_105, nanoseconds: 0)
        let options = ["--schema", "\(folder.path)/database.json"]
        #expect(await line.run(["seed", "-"] + options).status == 0)
        let status = await line.run(
            ["status"] + options + ["--conversation", "team", "--user", "alice", "--format", "json"])
        #expect(status.out.first?.contains(#""stages":{"played":["bob"]}"#) == true)
    }

    @Test(arguments: [
        ("played", [], "schema status has no stages after read"),
        ("plaid", ["--schema", "voice.json"], "schema voice has played"),
        ("read", ["--schema", "voice.json"], "write those who have read it as \"readBy\""),
    ])
    func `a seed with a stage that the schema does not have is refused`(
        stage: String, options: [String], problem: String
    ) async throws {
        var line = try CommandLine()
        line.pieces = [
            #"{"conversations": [{"id": "c", "participants": [], "messages": [{"id": "m", "senderId": "a", "stages": {"\#(stage)": []}}]}]}"#
        ]
        let outcome = await line.run(
            ["seed", "-"] + options.map { $0.hasSuffix(".json") ? "\(folder.path)/\($0)" : $0 })
        #expect(outcome.status == 2)
        #expect(
            outcome.err == ["receipts: message \"m\" in the seed file has the stage \"\(stage)\": \(problem)"]
        )
    }

    @Test func `a status that the schema does not have is named as unknown`() async throws {
        let line = try CommandLine()
        _ = await line.run(["seed", "\(folder.path)/seed.json"])
        let message = try line.server.firestore().document("conversations/team/messages/v1")
        try await message.updateData(["status": "played"])
        let status = ["status", "--conversation", "team", "--user", "alice", "v1"]
        let text = await line.run(status)
        #expect(text.out.first?.contains("unknown status: played") == true)
        let json = await line.run(status + ["--format", "json"])
        #expect(json.out.first?.contains(#""unknownStatus":"played""#) == true)
        #expect(json.out.first?.contains(#""status":"#) == false)
        let seenByBob = await line.run("status", "--conversation", "team", "--user", "bob", "v1")
        #expect(seenByBob.out.first?.contains("received") == true)
        try await message.updateData(["status": FieldValue.delete()])
        #expect(await line.run(status).out.first?.contains("no status") == true)
    }

    @Test func `a stage that the schema does not have, and a row that is misspelt, are named`() async throws {
        let line = try CommandLine()
        let unknown = await line.run(
            "mark", "--stage", "raed", "--conversation", "c", "--user", "bob", "--all")
        #expect(unknown.status == 2)
        #expect(
            unknown.err == [
                "receipts: schema status has no stage \"raed\". Did you mean 'read'? Its stages are: delivered, read"
            ])
        let file = try TemporaryFolder([
            "own.json": #"{"stages": [{"stage": "played", "user": "playedBy"}]}"#
        ])
        let misspelt = await line.run(
            "mark", "--stage", "played", "--schema", "\(file.path)/own.json", "--conversation", "c", "--user",
            "bob", "--all")
        #expect(misspelt.status == 2)
        #expect(misspelt.err.first?.contains("a stage has no member \"user\".") == true)
        #expect(misspelt.err.first?.contains("users") == true)
    }
}
