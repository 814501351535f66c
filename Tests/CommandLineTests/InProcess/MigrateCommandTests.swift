import FirestoreClient
import HTTPTransport
import HTTPTypes
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

    @Test func `a missing conversation is named`() async throws {
        let line = try await seeded()
        let missing = await line.run(
            "migrate", "--from", "status", "--to", "read-up-to", "--conversation", "none")
        #expect(missing.status == 1)
        #expect(missing.err.first?.contains("none") ?? false)
        let quiet = await line.run("migrate", "--from", "status", "--to", "read-up-to", "--all", "--quiet")
        #expect((quiet.status, quiet.out, quiet.err) == (0, [], []))
    }

    /// A server that refuses whatever concerns one conversation.
    private struct Refusal: HTTPTransport {
        let server: any HTTPTransport
        let path: String

        func send(
            _ request: HTTPRequest, body: [UInt8]
        ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
            guard String(decoding: body, as: UTF8.self).contains(path) else {
                return try await server.send(request, body: body)
            }
            let text = #"{"error":{"code":400,"message":"refused","status":"INVALID_ARGUMENT"}}"#
            return HTTPExchangeResponse(head: HTTPResponse(status: .badRequest), body: Array(text.utf8))
        }
    }

    @Test func `a move that is stopped says how to go on, and goes on there`() async throws {
        let whole = try await seeded()
        var line = whole
        line.transport = Refusal(server: try #require(whole.transport), path: "conversations/c3")
        let stopped = await line.run("migrate", "--from", "status", "--to", "read-up-to", "--all")
        #expect(stopped.status != 0)
        #expect(stopped.out == ["c1: 1 cursor moved, checked", "c2: 1 cursor moved, checked"])
        #expect(stopped.err.first == "receipts: stopped; to go on, repeat the command with --after c2")
        #expect(stopped.err.count == 2)
        let rest = await whole.run(
            "migrate", "--from", "status", "--to", "read-up-to", "--all", "--after", "c2")
        #expect(rest.out.first == "c3: 1 cursor moved, checked")
    }

    @Test func `a worker writes both schemas, too`() async throws {
        var line = try await seeded()
        let folder = try TemporaryFolder()
        line.pieces = [#"{"kind": "read", "conversation": "c1", "message": "m1", "user": "bob"}"# + "\n"]
        let outcome = await line.run(
            "worker", "run", "--stdin", "--drain", "--outbox", "\(folder.path)/outbox.sqlite",
            "--also-schema",
            "read-up-to", "--flush-interval", "0")
        #expect(outcome.status == 0, "\(outcome.err)")
        let cursor = try await line.server.firestore().document("conversations/c1/reads/bob").getDocument()
        #expect(cursor.data()?["readUpToID"] as? String == "m1")
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
