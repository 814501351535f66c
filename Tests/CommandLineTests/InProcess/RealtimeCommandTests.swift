import EmulatorAccess
import FirestoreModel
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@testable import receipts

@Suite("Commands on a Realtime Database")
struct RealtimeCommandTests {
    private static let readingTime = Timestamp(seconds: 1_767_330_300, nanoseconds: 0)
    private let emulator = DatabaseEmulator(
        configuration: DatabaseEmulatorConfiguration(clock: EmulatorClock { readingTime }))
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder([
            "seed.json": """
            {"users": {"bob": {"displayName": "Bob"}}, "conversations": [{"id": "team", "participants": ["alice", "bob", "carol"],
            "messages": [
              {"id": "m1", "senderId": "alice", "text": "Hi", "timestamp": "2026-01-02T03:04:05Z",
               "readBy": {"carol": "2026-01-02T03:05:00Z"}},
              {"id": "m2", "senderId": "bob", "text": "Joined", "isSystemMessage": true}]}]}
            """
        ])
    }

    /// A command line on the emulator, with a conversation of three members.
    private func line() async throws -> CommandLine {
        var line = try CommandLine(onServer: false)
        line.streams = emulator.transport
        line.time = Timestamp(seconds: Self.readingTime.seconds + 300, nanoseconds: 0)
        line.environment = [
            "FIREBASE_DATABASE_EMULATOR_HOST": "127.0.0.1:9000", "GCLOUD_PROJECT": "demo",
        ]
        let seeded = await line.run(["seed", "--schema", "read-at", "\(folder.path)/seed.json"])
        #expect((seeded.out, seeded.status) == (["1 user, 1 conversation, 2 messages"], 0))
        return line
    }

    private let options = ["--schema", "read-at", "--conversation", "team"]

    @Test func `marking, and who has read a message and when`() async throws {
        let line = try await line()
        let marked = await line.run(["mark-read"] + options + ["--user", "bob", "--all"])
        #expect(marked.out == ["1 message marked read, 1 system message, 1 commit, 3 read, 1 written"])
        let details = await line.run(["details"] + options + ["--user", "alice", "m1"])
        #expect(
            details.out == [
                "m1  All members", "Read:", "  ✓ \("Bob".padded(24))  bob  5 minutes ago",
                "  ✓ \("Deleted User".padded(24))  carol  2 hours ago",
            ])
        let json = await line.run(["details"] + options + ["--user", "alice", "m1", "--format", "json"])
        #expect(json.out.last?.contains(#""readAt":"2026-01-02T03:05:00Z""#) == true)
    }

    @Test func `a Firestore emulator does not serve such chats`() async throws {
        var line = try await line()
        line.environment = ["FIRESTORE_EMULATOR_HOST": "127.0.0.1:8080"]
        let marked = await line.run(["mark-read"] + options + ["--user", "bob", "--all"])
        #expect(marked.status == 2)
        #expect(marked.err.first?.contains("FIREBASE_DATABASE_EMULATOR_HOST") == true)
    }

    @Test(arguments: [[], ["--admin"]])
    func `a worker writes each event once, and keeps those that can never be written`(
        options: [String]
    ) async throws {
        var line = try await line()
        func event(_ message: String, by user: String) -> String {
            #"{"kind":"read","conversation":"team","message":"\#(message)","user":"\#(user)"}"#
        }
        let events = [
            event("m1", by: "bob"), event("m1", by: "bob"), event("m1", by: "carol"), event("m9", by: "bob"),
            event("m1", by: "mallory"),
        ]
        line.pieces = [events.joined(separator: "\n")]
        let outbox = ["--outbox", "\(folder.path)/outbox.sqlite"]
        let outcome = await line.run(
            ["worker", "--stdin", "--drain", "--schema", "read-at", "--format", "json"] + outbox + options)
        #expect(outcome.status == 1)
        let told = #"{"events":5,"written":1,"skipped":1,"deadLetters":2,"queued":0,"#
        #expect(outcome.out.first?.hasPrefix(told) == true)
        let letters = await line.run(["worker", "dead-letters"] + outbox)
        #expect(letters.out.contains { $0.contains("bob  team/m9") && $0.contains("no such message") })
        #expect(letters.out.contains { $0.contains("mallory  team/m1") && $0.contains("not a member") })
        let details = await line.run(["details"] + self.options + ["--user", "alice", "m1"])
        #expect(details.out.dropFirst(2).first?.hasSuffix("bob  5 minutes ago") == true)
        // The first time stays.
        #expect(details.out.last?.hasSuffix("carol  2 hours ago") == true)
    }

    @Test func `queued receipts are written by the worker`() async throws {
        let line = try await line()
        let outbox = "\(folder.path)/outbox.sqlite"
        let left = await line.run(
            ["mark-read"] + options + ["--user", "bob", "--queue", outbox, "m1"])
        #expect(left.status == 0)
        let written = await line.run("worker", "--drain", "--schema", "read-at", "--outbox", outbox)
        #expect(written.status == 0 && written.out.first?.hasPrefix("1 receipt written") == true)
        let details = await line.run(["details"] + options + ["--user", "alice", "m1"])
        #expect(details.out.first == "m1  All members")
    }

    @Test func `denied messages are named`() async throws {
        let line = try await line()
        let rules = #"{"rules": {".read": "auth != null", "messages": {"$c": {"m9": {".write": true}}}}}"#
        #expect(emulator.setRules(rules, namespace: "demo-default-rtdb") == [])
        let marked = await line.run(["mark-read"] + options + ["--user", "bob", "m1"])
        #expect(marked.status == 1)
        #expect(
            marked.err == ["receipts: m1: denied by the security rules (messages/team/m1)"])
    }
}
