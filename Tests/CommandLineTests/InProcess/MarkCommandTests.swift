import FirestoreClient
import TestSupport
import Testing

@testable import receipts

@Suite("Commands that mark")
struct MarkCommandTests {
    /// A command line on a server with the conversation c: two members, three messages by alice.
    private func seeded() async throws -> CommandLine {
        let line = try CommandLine()
        let admin = try line.server.firestore()
        try await admin.document("conversations/c").setData(["participants": ["alice", "bob"]])
        for number in 1...3 {
            try await admin.document("conversations/c/messages/m\(number)").setData(TestChat.message())
        }
        return line
    }

    @Test func `mark-read marks everything and prints a summary`() async throws {
        let line = try await seeded()
        let first = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--all")
        #expect(first.status == 0)
        #expect(first.out == ["3 messages marked read, 1 commit, 4 read, 3 written"])
        #expect(first.err.isEmpty)
        let second = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--all")
        #expect(second.out == ["0 messages marked read, 0 commits, 2 read, 0 written"])
        #expect(second.status == 0)
    }

    @Test func `ids come from arguments and from standard input, blank lines and repeats do not count`()
        async throws
    {
        var line = try await seeded()
        line.input = ["m1", "", "  m2  ", "m1"]
        let outcome = await line.run("mark-delivered", "--conversation", "c", "--user", "bob", "-", "m2")
        #expect(outcome.status == 0)
        #expect(outcome.out == ["2 messages marked delivered, 1 commit, 3 read, 2 written"])
    }

    @Test func `a missing message ends with status 1 and is named`() async throws {
        let line = try await seeded()
        let outcome = await line.run("mark-read", "--conversation", "c", "--user", "bob", "m1", "gone")
        #expect(outcome.status == 1)
        #expect(outcome.out == ["1 message marked read, 1 failed, 1 commit, 3 read, 1 written"])
        #expect(outcome.err == ["receipts: gone: there is no such message (conversations/c/messages/gone)"])
    }

    @Test func `JSON has one object per line`() async throws {
        let line = try await seeded()
        let outcome = await line.run(
            "mark-read", "--conversation", "c", "--user", "bob", "--format", "json", "m1", "gone")
        #expect(
            outcome.out == [
                #"{"receipt":"read","conversation":"c","user":"bob","marked":1,"skipped":0,"failed":[{"id":"gone","#
                    + #""reason":"there is no such message (conversations/c/messages/gone)"}],"commits":1,"#
                    + #""documentsRead":3,"documentsWritten":1}"#
            ])
        #expect(outcome.status == 1)
    }

    @Test func `quiet prints errors only`() async throws {
        let line = try await seeded()
        let outcome = await line.run(
            "mark-read", "--conversation", "c", "--user", "bob", "--quiet", "m1", "gone")
        #expect(outcome.out.isEmpty)
        #expect(outcome.err.count == 1)
    }

    @Test(arguments: [
        (
            ["--conversation", "a/b", "--user", "bob", "--all"],
            "\"a/b\" is not a conversation id: it contains a slash"
        ),
        (["--conversation", "", "--user", "bob", "--all"], "the conversation id is empty"),
        (["--conversation", "c", "--user", "", "--all"], "the user id is empty"),
        (
            ["--conversation", "c", "--user", "bob", "m1", "x/y"],
            "\"x/y\" is not a message id: it contains a slash"
        ),
        (["--conversation", "c", "--user", "bob", "-"], "standard input contains no message ids"),
    ])
    func `a malformed id is wrong usage, and nothing is written`(arguments: [String], message: String)
        async throws
    {
        let line = try await seeded()
        let outcome = await line.run(["mark-read"] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.err == ["receipts: \(message)"])
        #expect(outcome.out.isEmpty)
        let left = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--all")
        #expect(left.out == ["3 messages marked read, 1 commit, 4 read, 3 written"])
    }

    @Test(arguments: [
        (["--conversation", "c", "--user", "bob"], "--all"),
        (["--conversation", "c", "--user", "bob", "--all", "m1"], "not both"),
        (["--conversation", "c", "--all"], "--user"), (["--user", "bob", "--all"], "--conversation"),
        (["--conversation", "c", "--user", "bob", "--all", "--format", "xml"], "--format"),
        (["--conversation", "c", "--user", "bob", "--al"], "--al"),
    ])
    func `wrong arguments are explained and end with status 2`(arguments: [String], mentions: String)
        async throws
    {
        let outcome = await (try CommandLine()).run(["mark-read"] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.err.joined().contains(mentions))
        #expect(outcome.err.count == 1)
        #expect(outcome.err.joined().hasPrefix("receipts mark-read: "))
    }

    @Test func `a stranger and an unknown conversation end with status 1`() async throws {
        let line = try await seeded()
        let stranger = await line.run("mark-read", "--conversation", "c", "--user", "zed", "--all")
        #expect(stranger.status == 1)
        #expect(
            stranger.err == [
                "receipts: user \"zed\" is not a member of conversation \"c\" (conversations/c, field participants)"
            ])
        let unknown = await line.run("mark-read", "--conversation", "nope", "--user", "bob", "--all")
        #expect(unknown.status == 1)
        #expect(unknown.err == ["receipts: there is no conversation \"nope\" (conversations/nope)"])
    }
}
