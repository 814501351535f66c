import FirestoreClient
import Foundation
import ReadReceipts
import TestSupport
import Testing

@testable import receipts

@Suite("Commands around a chat")
struct ChatCommandTests {
    /// Writes a file that is deleted after the test.
    private func withFile<Result>(_ text: String, _ body: (String) async throws -> Result) async throws
        -> Result
    {
        let url = FileManager.default.temporaryDirectory.appending(path: "receipts-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path())
    }

    @Test func `a seed, a message and its receipts`() async throws {
        let line = try CommandLine()
        let seed = """
            {"users": {"alice": {"displayName": "Alice"}}, "conversations": [{"id": "team", "participants":
            ["alice", "bob", "carol"], "groupName": "Team", "messages": [{"id": "m1", "senderId": "alice", "text": "Hi",
            "timestamp": "2026-01-02T03:04:05Z"}]}]}
            """
        let seeded = try await withFile(seed) { await line.run("seed", $0) }
        #expect(seeded.out == ["1 user, 1 conversation, 1 message"])
        #expect(seeded.status == 0)

        let sent = await line.run("send", "--conversation", "team", "--user", "bob", "Hello")
        #expect(sent.status == 0)
        let id = try #require(sent.out.first)
        #expect(id.count == 20)

        _ = await line.run("mark-read", "--conversation", "team", "--user", "bob", "--all")
        let status = await line.run("status", "--conversation", "team", "--user", "alice")
        #expect(status.out == ["✓✓  m1            delivered, read by 1 of 2  Hi"])
        let json = await line.run(
            "status", "--conversation", "team", "--user", "alice", "--format", "json", "m1", id)
        #expect(
            json.out.first
                == #"{"id":"m1","sender":"alice","status":"delivered","readBy":["bob"],"readCount":1,"recipientCount":2}"#
        )
        #expect(json.out.last == #"{"id":"\#(id)","sender":"bob","readBy":[]}"#)
    }

    @Test func `details name those who have read a message, and those who have not`() async throws {
        let line = try CommandLine()
        let seed = """
            {"users": {"bob": {"displayName": "Bob\\u001b[2J"}}, "conversations": [{"id": "team", "participants":
            ["alice", "bob", "carol"], "messages": [{"id": "m1", "senderId": "alice", "text": "Hi"}]}]}
            """
        _ = try await withFile(seed) { await line.run("seed", $0) }
        _ = await line.run("mark-read", "--conversation", "team", "--user", "bob", "--all")
        let details = await line.run("details", "--conversation", "team", "--user", "alice", "m1")
        #expect(
            details.out == [
                "m1  1 of 2 members", "Read:", "  ✓ \("Bob\\u{1b}[2J".padded(24))  bob", "Not Read Yet:",
                "  · \("Unknown User".padded(24))  carol",
            ])
        let json = await line.run(
            "details", "--conversation", "team", "--user", "alice", "m1", "--format", "json")
        #expect(
            json.out.last
                == #"{"id":"m1","userID":"carol","userName":"Unknown User","hasRead":false,"kind":"unknown"}"#
        )
        let others = await line.run("details", "--conversation", "team", "--user", "bob", "m1")
        #expect(others.status == 2)
        #expect(others.err.joined().contains("only the sender sees who has read it"))
    }

    @Test(arguments: [
        (
            "delivered-to",
            [
                "    m1            \(String(repeating: " ", count: 24))  Hi",
                "    m2            Read by some users        There",
            ]
        ),
        (
            "read-by",
            [
                "    m1            Read by 1/2               Hi",
                "    m2            Read by 1/2               There",
            ]
        ),
    ])
    func `a status is shown as the schema defines it`(schema: String, expected: [String]) async throws {
        let line = try CommandLine()
        let seed = """
            {"conversations": [{"id": "team", "participants": ["alice", "bob", "carol"], "messages": [
            {"id": "m1", "senderId": "alice", "text": "Hi"}, {"id": "m2", "senderId": "alice", "text": "There"}]}]}
            """
        let seeded = try await withFile(seed) { await line.run("seed", $0, "--schema", schema) }
        #expect(seeded.status == 0)
        let marked = await line.run(
            "mark-read", "--conversation", "team", "--user", "bob", "--all", "--schema", schema)
        #expect(marked.status == 0)
        let status = await line.run("status", "--conversation", "team", "--user", "alice", "--schema", schema)
        #expect(status.out == expected)
    }

    @Test func `with cursors one write marks all messages, and a private one shows nothing`() async throws {
        let line = try CommandLine()
        let seed = """
            {"conversations": [{"id": "c", "participants": ["alice", "bob", "carol"], "messages": [
            {"id": "m1", "senderId": "alice", "text": "Hi", "readBy": ["carol"]},
            {"id": "m2", "senderId": "alice", "text": "There"}]}]}
            """
        _ = try await withFile(seed) { await line.run("seed", $0, "--schema", "read-up-to") }
        let mark = [
            "mark-read", "--conversation", "c", "--user", "bob", "--all", "--schema", "read-up-to",
        ]
        let hidden = await line.run(mark + ["--private"])
        #expect(hidden.out == ["marked read up to m2, 1 commit, 3 read, 1 written"])
        func status() async -> [String] {
            await line.run("status", "--conversation", "c", "--user", "alice", "--schema", "read-up-to").out
        }
        #expect(
            await status() == [
                "✓✓  m1            delivered, read by 1 of 2  Hi",
                "✓   m2            sent                      There",
            ])
        #expect(await line.run(mark).out == ["marked read up to m2, 1 commit, 3 read, 1 written"])
        #expect(
            await status() == [
                "✓✓  m1            read                      Hi",
                "✓✓  m2            delivered, read by 1 of 2  There",
            ])
        #expect(
            await line.run(mark).out == [
                "0 messages marked read, 1 already marked, 0 commits, 3 read, 0 written"
            ])
        let queued = await line.run(
            mark.filter { $0 != "--all" } + ["m1", "--private", "--queue", "q.sqlite"])
        #expect(queued.status == 2)
        let other = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--all", "--private")
        #expect(other.err == ["receipts: schema status has no private receipts"])
    }

    @Test func `a receipt that the schema does not track is not written, and reported`() async throws {
        let line = try CommandLine()
        let seed = """
            {"conversations": [{"id": "c", "participants": ["alice", "bob", "carol"], "messages": [{"id": "m1",
            "senderId": "alice", "text": "Hi"}]}]}
            """
        _ = try await withFile(seed) { await line.run("seed", $0, "--schema", "read-by") }
        let marked = await line.run(
            "mark-delivered", "--conversation", "c", "--user", "bob", "--all", "--schema", "read-by")
        #expect(
            marked.out == [
                "0 messages marked delivered, 1 not tracked by this schema, 0 commits, 2 read, 0 written"
            ])
        #expect(marked.status == 0)
    }

    @Test func `a seed can generate many messages`() async throws {
        let line = try CommandLine()
        let seed = """
            {"conversations": [{"id": "c", "participants": ["alice", "bob"], "messages": {"count": 1200, "senderId": "alice"}}]}
            """
        let seeded = try await withFile(seed) { await line.run("seed", "--format", "json", $0) }
        #expect(seeded.out == [#"{"users":0,"conversations":1,"messages":1200}"#])
        let marked = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--all")
        #expect(marked.out == ["1200 messages marked read, 3 commits, 1201 read, 1200 written"])
    }

    @Test(arguments: [
        ("", "is empty; it must contain JSON"), ("[]", "at the top level: expected an object, not an array"),
        ("{\"users\": {},\n \"é\": 1 \"conversations\" []}", "is not JSON: line 2, column 9: "),
        ("\u{FEFF}nonsense", "is not JSON: line 1, column 1: "),
        (#"{"conversations": {"id": 1}}"#, "at conversations: expected an array, not an object"),
        (#"{"users": {"a": 5}}"#, "at users.a: expected an object, not the number 5"),
        (#"{"users": {"a": {"displayName": true}}}"#, "at users.a.displayName: expected a string, not true"),
        (
            #"{"conversations": [{"id": "c", "participants": "a"}]}"#,
            "at conversations[0].participants: expected an array, not a string"
        ),
        (#"{"conversations": [{"id": "c"}]}"#, "\"participants\" is missing"),
        (#"{"conversations": [{"id": "a/b", "participants": []}]}"#, "an invalid id: conversations/a/b"),
        (
            #"{"conversations": [{"id": "c", "participants": [], "messages": [{"id": "m", "senderId": "a", "status": "lost"}]}]}"#,
            "it must be one of sending, sent, delivered, read"
        ),
        (
            #"{"conversations": [{"id": "c", "participants": [], "messages": [{"id": "m", "senderId": "a", "timestamp": "now"}]}]}"#,
            "write it like 2026-01-02T03:04:05Z"
        ),
    ])
    func `an invalid seed file is explained`(text: String, reason: String) async throws {
        let outcome = try await withFile(text) { path in await (try CommandLine()).run("seed", path) }
        #expect(outcome.status == 2)
        #expect(outcome.err.count == 1)
        #expect(outcome.err.joined().contains(reason), "\(outcome.err)")
    }

    @Test func `a missing seed file is named`() async throws {
        let outcome = await (try CommandLine()).run("seed", "/nowhere/seed.json")
        #expect(outcome.status == 2)
        #expect(
            outcome.err == ["receipts: cannot read the seed file /nowhere/seed.json: there is no such file"])
    }

    @Test func `a schema from a file names other collections and fields`() async throws {
        let line = try CommandLine()
        let admin = try line.server.firestore()
        try await admin.document("chats/c").setData(["members": ["alice", "bob"]])
        try await admin.document("chats/c/messages/m").setData(["from": "alice", "state": "sent"])
        let schema =
            #"{"conversations": "chats", "members": "members", "sender": "from", "status": "state", "readBy": "seen"}"#
        let outcome = try await withFile(schema) { path in
            await line.run("mark-read", "--schema", path, "--conversation", "c", "--user", "bob", "--all")
        }
        #expect(outcome.out == ["1 message marked read, 1 commit, 2 read, 1 written"])
        let message = try await admin.document("chats/c/messages/m").getDocument()
        #expect(message.get("seen") as? [String] == ["bob"])
        #expect(message.get("state") as? String == "read")
    }

    @Test(arguments: [
        (#"{"preset": "statsu"}"#, "at preset: there is no preset \"statsu\""),
        (
            #"{"conversation": "chats"}"#,
            "a schema has no member \"conversation\". Did you mean 'conversations'?"
        ),
        (#"{"colour": 1}"#, "a schema has no member \"colour\"."),
        (#"{"conversations": "a/b"}"#, "at conversations: \"a/b\" is not a valid collection id"),
        (#"{"messages": ""}"#, "at messages: \"\" is not a valid collection id"),
        (#"{"users": "__u__"}"#, "at users: \"__u__\" is not a valid collection id"),
        (#"{"store": "mongo"}"#, "at store: \"mongo\" is not an allowed value"),
        (#"{"sender": 1}"#, "at sender: expected a string, not the number 1"),
    ])
    func `an invalid schema file is explained`(text: String, reason: String) async throws {
        let outcome = try await withFile(text) { path in
            await (try CommandLine()).run(
                "mark-read", "--schema", path, "--conversation", "c", "--user", "bob", "--all")
        }
        #expect(outcome.status == 2)
        #expect(outcome.err.count == 1)
        #expect(outcome.err.joined().contains(reason), "\(outcome.err)")
    }

    @Test func `an unknown schema is wrong usage`() async throws {
        let outcome = await (try CommandLine()).run(
            "mark-read", "--schema", "telegram", "--conversation", "c", "--user", "bob", "--all")
        #expect(outcome.status == 2)
        #expect(outcome.err.joined().contains("there is no schema \"telegram\""))
    }

    @Test func `hostile text cannot steer the terminal`() async throws {
        let line = try CommandLine()
        let admin = try line.server.firestore()
        try await admin.document("conversations/c").setData(["participants": ["alice", "bob"]])
        try await admin.document("conversations/c/messages/m").setData(
            TestChat.message().merging(["text": "a\u{1B}[2Jb\nc\u{202E}d"]) { $1 })
        let status = await line.run("status", "--conversation", "c", "--user", "alice")
        #expect(status.out.count == 1)
        #expect(status.out.first?.contains(#"a\u{1b}[2Jb\u{a}c\u{202e}d"#) == true)
    }

    @Test func `the demo tells the whole story`() async throws {
        let outcome = await (try CommandLine()).run("demo")
        #expect(outcome.status == 0)
        let text = outcome.out.joined(separator: "\n")
        for line in [
            "sent                            ✓   sent", "bob's phone receives it         ✓✓  delivered",
            "bob reads it                    ✓✓  read",
            "bob reads it                    ✓✓  delivered, read by 1 of 3",
            "dave reads it                   ✓✓  read by all",
            "bob comes back from holiday     600 messages marked read, 2 commits, 601 read, 600 written",
            "bob marks 100 messages read     99 messages marked read, 1 failed",
            "bob and carol                   100 receipts written",
            "readBy holds both, once each    in 50 of 50 messages",
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }

    @Test func `help and the version end with status 0`() async throws {
        let line = try CommandLine()
        let help = await line.run("--help")
        #expect(help.status == 0)
        #expect(help.out.joined().contains("mark-read"))
        let version = await line.run("--version")
        #expect(version.status == 0)
        #expect(version.out.first?.hasPrefix("receipts \(ProgramVersion.next)") == true)
        #expect(version.out.joined().contains(/libcurl  \d+\.\d+/))
        #expect(await line.run("nonsense").status == 2)
    }
}
