import FirestoreClient
import RealtimeDatabase
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@testable import receipts

@Suite("Seeding what is there")
struct SeedCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder([
            "seed.json": """
            {"users": {"alice": {"displayName": "Alice"}}, "conversations": [{"id": "c", "participants": ["alice", "bob"],
            "messages": [{"id": "m1", "senderId": "alice", "text": "Seeded"}]}]}
            """
        ])
    }

    /// A command line whose server seems to be production.
    private func production(_ schema: String = "status") throws -> CommandLine {
        var line = try CommandLine()
        line.environment = ["FIRESTORE_TOKEN": "owner", "GCLOUD_PROJECT": line.server.project]
        return line
    }

    private var arguments: [String] { ["seed", "\(folder.path)/seed.json"] }

    @Test(arguments: ["users/alice", "conversations/c", "conversations/c/messages/m1"])
    func `in production nothing is replaced or written beside existing data without --force`(
        place: String
    ) async throws {
        let line = try production()
        let admin = try line.server.firestore()
        try await admin.document(place).setData(["mine": true])
        let outcome = await line.run(arguments)
        #expect(outcome.status == 1)
        #expect(
            outcome.err == [
                "receipts: \(place) already exists, so nothing was written; --force replaces existing data"
            ])
        #expect(try await admin.document(place).getDocument().data()?["mine"] as? Bool == true)
        for other in ["users/alice", "conversations/c", "conversations/c/messages/m1"] where other != place {
            #expect(try await !admin.document(other).getDocument().exists)
        }
        let forced = await line.run(arguments + ["--force"])
        #expect(forced.status == 0)
        #expect(try await admin.document(place).getDocument().data()?["mine"] == nil)
    }

    @Test func `users whose ids differ only in their normal form are two users`() async throws {
        let line = try CommandLine()
        let seed = """
            {"users": {"Zo\u{EB}": {"displayName": "one"}, "Zoe\u{308}": {"displayName": "other"}},
            "conversations": [{"id": "c", "participants": ["a", "Zo\u{EB}", "Zoe\u{308}"], "messages": [{"id": "m", "senderId": "a",
            "readBy": {"Zo\u{EB}": "2026-01-02T03:04:05Z", "Zoe\u{308}": "2026-01-02T03:04:06Z"}}]}]}
            """
        let folder = try TemporaryFolder(["seed.json": seed])
        let outcome = await line.run("seed", "\(folder.path)/seed.json")
        #expect((outcome.out, outcome.status) == (["2 users, 1 conversation, 1 message"], 0))
        let admin = try line.server.firestore()
        for (id, name) in [("Zo\u{EB}", "one"), ("Zoe\u{308}", "other")] {
            #expect(
                try await admin.document("users/\(id)").getDocument().get("displayName") as? String == name)
        }
        let message = try await admin.document("conversations/c/messages/m").getDocument()
        let readers = try #require(message.get("readBy") as? [String])
        #expect(readers.map { Array($0.utf8) } == ["Zo\u{EB}", "Zoe\u{308}"].map { Array($0.utf8) })
    }

    @Test func `in production missing data is created`() async throws {
        let line = try production()
        let outcome = await line.run(arguments)
        #expect((outcome.out, outcome.status) == (["1 user, 1 conversation, 1 message"], 0))
    }

    @Test func `on an emulator seeding again starts over`() async throws {
        let line = try CommandLine()
        for _ in 1...2 { #expect(await line.run(arguments).status == 0) }
    }

    @Test(arguments: ["users/alice", "conversations/c/title", "messages/c/other/text"])
    func `the same applies to a Realtime Database`(place: String) async throws {
        let emulator = DatabaseEmulator()
        var line = try CommandLine(onServer: false)
        line.streams = emulator.transport
        line.environment = ["FIRESTORE_TOKEN": "owner", "GCLOUD_PROJECT": "demo"]
        line.transport = line.server.transport
        let admin = try Database(
            DatabaseSettings(
                projectID: "demo", endpoint: .emulator(host: "127.0.0.1", port: 9000),
                credentials: .emulatorAdmin), transport: emulator.transport)
        // In production the project's Firestore keeps the profiles.
        let isProfile = place.hasPrefix("users")
        if isProfile {
            try await Firestore(
                FirestoreSettings(
                    projectID: "demo", endpoint: .emulator(host: "127.0.0.1", port: 8080),
                    credentials: .emulatorAdmin), transport: line.server.transport
            ).document(place).setData(["mine": true])
        } else {
            try await admin.reference(withPath: place).setValue("mine")
        }
        let outcome = await line.run(arguments + ["--schema", "read-at"])
        #expect(outcome.status == 1)
        #expect(outcome.err.first?.contains("already exists, so nothing was written") == true)
        let all = try await admin.reference().getData().databaseValue
        #expect(isProfile ? all.isNull : all["conversations"]["c"]["members"].isNull)
        #expect(await line.run(arguments + ["--schema", "read-at", "--force"]).status == 0)
        let members = try await admin.reference(withPath: "conversations/c/members").getData()
        #expect(members.exists())
    }

    @Test(arguments: [
        (
            #"{"conversationz": []}"#,
            "at the top level: there is no member \"conversationz\". Did you mean 'conversations'?"
        ),
        (
            #"{"conversations": [{"id": "c", "participents": ["alice"]}]}"#,
            "at conversations[0]: there is no member \"participents\". Did you mean 'participants'?"
        ),
        (
            #"{"conversations": [{"id": "c", "participants": [], "messages": [{"id": "m", "senderId": "a", "readby": []}]}]}"#,
            "at conversations[0].messages[0]: there is no member \"readby\". Did you mean 'readBy'?"
        ),
        (
            #"{"conversations": [{"id": "c", "participants": [], "messages": {"number": 4, "senderId": "a"}}]}"#,
            "at conversations[0].messages: there is no member \"number\". Expected one of: count, senderId, status"
        ),
        (
            #"{"users": {"alice": {"displayname": "Alice"}}}"#,
            "at users.alice: there is no member \"displayname\". Did you mean 'displayName'?"
        ),
    ])
    func `an unknown name is pointed out, and nothing is written`(text: String, problem: String)
        async throws
    {
        var line = try CommandLine()
        line.pieces = [text]
        let outcome = await line.run("seed", "-")
        #expect(outcome.status == 2)
        #expect(outcome.err == ["receipts: the seed file - is invalid: \(problem)"])
    }
}
