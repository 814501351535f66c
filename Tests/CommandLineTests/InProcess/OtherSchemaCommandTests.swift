import FirestoreClient
import ReadReceipts
import TestSupport
import Testing

@testable import receipts

@Suite("Commands on messages of another schema")
struct OtherSchemaCommandTests {
    /// A command line on a server with the conversation c, whose messages have the schema status.
    private func seeded() async throws -> CommandLine {
        let line = try CommandLine()
        let admin = try line.server.firestore()
        try await admin.document("conversations/c").setData(["participants": ["alice", "bob"]])
        for number in 1...2 {
            try await admin.document("conversations/c/messages/m\(number)").setData(TestChat.message())
        }
        return line
    }

    private func fields(_ line: CommandLine, _ id: String) async throws -> [String] {
        let document = try await line.server.firestore().document("conversations/c/messages/\(id)")
            .getDocument()
        return (document.data() ?? [:]).keys.sorted()
    }

    private let options = ["--conversation", "c", "--user", "bob", "--schema", "delivered-to"]
    private let refusal =
        "receipts: the messages of conversation \"c\" (conversations/c) have the schema status, not delivered-to; "
        + "use --schema status, or pass --force to write anyway"

    @Test(arguments: [
        ["mark-read", "--all"], ["mark-delivered", "--all"], ["mark-read", "m1"],
        ["mark-delivered", "m1", "m2"],
        ["send", "Hello"],
    ])
    func `marking and sending end with status 1, and name the schema of the messages`(
        command: [String]
    ) async throws {
        let line = try await seeded()
        let outcome = await line.run(command + options)
        #expect(outcome.status == 1)
        #expect(outcome.err == [refusal])
        #expect(outcome.out.isEmpty)
        #expect(try await fields(line, "m1") == ["readBy", "senderId", "status", "text", "timestamp"])
        let forced = await line.run(command + options + ["--force"])
        #expect(forced.status == 0 && forced.err.isEmpty)
    }

    @Test func `a schema from a file is refused like a preset`() async throws {
        let line = try await seeded()
        let folder = try TemporaryFolder(["ours.json": #"{"name": "ours", "status": null}"#])
        let outcome = await line.run(
            "mark-read", "--conversation", "c", "--user", "bob", "--all", "--schema",
            "\(folder.path)/ours.json")
        #expect(outcome.status == 1)
        #expect(outcome.err.first?.contains("have the schema status, not ours; use --schema status") == true)
    }

    @Test func `if only some messages have the schema, the others are counted`() async throws {
        let line = try await seeded()
        try await line.server.firestore().document("conversations/c/messages/new").setData(
            TestChat.message(schema: .deliveredTo))
        let outcome = await line.run(["mark-read", "--all"] + options)
        #expect(outcome.status == 1)
        #expect(
            outcome.out == ["1 message marked read, 2 of another schema, 1 commit, 4 read, 1 written"])
        #expect(
            outcome.err == [
                "receipts: 2 messages skipped: their schema is not delivered-to; --force marks them too"
            ])
    }

    @Test func `status says that the messages have another schema, or mix two`() async throws {
        let line = try await seeded()
        let status = ["status", "--conversation", "c", "--user", "alice", "--schema"]
        let outcome = await line.run(status + ["delivered-to"])
        #expect(
            outcome.err == [
                "receipts: these messages have the schema status, not delivered-to, so their receipts are not shown"
            ])
        #expect(outcome.status == 0 && outcome.out.count == 2)
        #expect(await line.run(status + ["status"]).err.isEmpty)
        _ = await line.run(["mark-read", "m1", "--force"] + options)
        #expect(
            await line.run(status + ["status"]).err == [
                "receipts: these messages mix the schemas status and delivered-to"
            ])
    }

    @Test func `only commands that write have --force`() async throws {
        let line = try await seeded()
        let outcome = await line.run(
            ["mark-read", "m1", "--queue", "/nowhere/outbox.sqlite", "--force"] + options)
        #expect(outcome.status == 2)
        #expect(
            outcome.err.joined().contains(
                "--force cannot be combined with --queue; pass it to the worker instead."))
    }

    @Test(arguments: [[], ["--admin"], ["--admin", "--writes", "bulk"]])
    func `a worker sets such events aside, with the reason`(options: [String]) async throws {
        var line = try await seeded()
        let folder = try TemporaryFolder()
        let outbox = "\(folder.path)/outbox.sqlite"
        line.pieces = [#"{"kind":"read","conversation":"c","message":"m1","user":"bob"}"# + "\n"]
        let worker = [
            "worker", "--stdin", "--drain", "--quiet", "--outbox", outbox, "--schema", "delivered-to",
        ]
        _ = await line.run(worker + options)
        let letters = await line.run("worker", "dead-letters", "list", "--outbox", outbox)
        #expect(
            letters.out.joined().contains(
                "the messages have the schema status, not delivered-to (conversations/c/messages/m1)"))
        #expect(try await !fields(line, "m1").contains("deliveredTo"))
        line.pieces = []
        _ = await line.run("worker", "dead-letters", "retry", "--all", "--outbox", outbox)
        _ = await line.run(worker + options + ["--force"])
        #expect(try await fields(line, "m1").contains("deliveredTo"))
    }
}
