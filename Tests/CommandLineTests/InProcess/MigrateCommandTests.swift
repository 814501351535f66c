import FirestoreClient
import ReadReceipts
import TestSupport
import Testing

@testable import receipts

@Suite("Moving receipts from lists to cursors") struct MigrateCommandTests {
    private func seeded() async throws -> CommandLine {
        let line = try CommandLine()
        let admin = try line.server.firestore()
        for id in ["c1", "c2", "c3"] {
            try await admin.document("conversations/\(id)").setData(["participants": ["alice", "bob"]])
            try await admin.document("conversations/\(id)/messages/m1").setData(
                TestChat.message(readBy: ["bob"]))
        }
        return line
    }

    @Test func `all conversations are moved in order, each with a line`() async throws {
        let line = try await seeded()
        let moved = await line.run("migrate", "--from", "status", "--to", "read-up-to", "--all")
        #expect(moved.status == 0)
        #expect(
            moved.out == [
                "c1: 1 cursor moved, checked", "c2: 1 cursor moved, checked", "c3: 1 cursor moved, checked",
                "3 conversations, 3 cursors moved, 21 read, 3 written",
            ])
        let again = await line.run(
            "migrate", "--from", "status", "--to", "read-up-to", "--all", "--after", "c2")
        #expect(again.out.first == "c3: 0 cursors moved, 1 there already, checked")
        let json = await line.run(
            "migrate", "--from", "status", "--to", "read-up-to", "--conversation", "c1", "--format", "json")
        #expect(
            json.out == [
                #"{"conversation":"c1","members":2,"moved":0,"unchanged":1,"failed":[],"foreignMessages":0,"documentsRead":6,"documentsWritten":0}"#
            ])
        let status = await line.run(
            "status", "--schema", "read-up-to", "--conversation", "c1", "--user", "alice")
        #expect(status.out == ["✓✓  m1            read                      Hello"])
    }

    @Test(arguments: [
        (["--conversation", "c1"], "--from"),
        (["--from", "status", "--to", "read-up-to"], "Give --conversation or --all."),
        (["--from", "status", "--to", "read-up-to", "--all", "--conversation", "c"], "not both."),
        (
            ["--from", "status", "--to", "read-up-to", "--conversation", "c", "--after", "b"],
            "--after needs --all."
        ),
        (["--from", "status", "--to", "read-upto", "--all"], "Did you mean 'read-up-to'?"),
        (["--from", "status", "--to", "read-by", "--all"], "differ in conversations"),
        (["--from", "read-up-to", "--to", "read-up-to", "--all"], "schema read-up-to has cursors already"),
        (["--from", "read-at", "--to", "read-up-to", "--all"], ""),
        (["--from", "status", "--to", "read-up-to", "--conversation", "a/b"], "it contains a slash"),
    ])
    func `wrong usage is one line`(arguments: [String], words: String) async throws {
        let line = try await seeded()
        let outcome = await line.run(["migrate"] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.out == [])
        #expect(outcome.err.first?.contains(words) ?? false, "\(outcome.err)")
    }

    @Test func `a missing conversation is named, and a stopped move says how to go on`() async throws {
        var line = try await seeded()
        let missing = await line.run(
            "migrate", "--from", "status", "--to", "read-up-to", "--conversation", "none")
        #expect(missing.status == 1)
        #expect(missing.err.first?.contains("none") ?? false)
        // The rate of writes is not reached, so a wait never happens here.
        line.sleep = { _ in throw CancellationError() }
        let moved = await line.run("migrate", "--from", "status", "--to", "read-up-to", "--all", "--quiet")
        #expect((moved.status, moved.out, moved.err) == (0, [], []))
    }

    @Test func `marking writes both schemas while an app moves`() async throws {
        let line = try await seeded()
        let marked = await line.run(
            "mark-read", "--also-schema", "read-up-to", "--conversation", "c1", "--user", "bob", "--all")
        #expect(marked.status == 0)
        let cursor = try await line.server.firestore().document("conversations/c1/reads/bob").getDocument()
        #expect(cursor.data()?["readUpToID"] as? String == "m1")
        let other = await line.run(
            "mark-read", "--also-schema", "read-by", "--conversation", "c1", "--user", "bob", "--all")
        #expect(other.status == 2)
        #expect(other.err.first?.contains("differ in conversations") ?? false)
        let many = await line.run(
            "mark-read", "--writes-per-commit", "0", "--conversation", "c1", "--user", "bob", "--all")
        #expect(many.status == 2)
    }
}
