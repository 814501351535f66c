import FirestoreClient
import TestSupport
import Testing

@testable import receipts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("The worker's commands")
struct WorkerCommandTests {
    private static func event(_ message: String, by user: String = "bob", _ kind: String = "read") -> String {
        #"{"kind":"\#(kind)","conversation":"c","message":"\#(message)","user":"\#(user)"}"#
    }

    /// A command line on a server with the conversation c, and an outbox in a folder.
    private func seeded(messages: Int = 3) async throws -> (
        line: CommandLine, outbox: String, TemporaryFolder
    ) {
        let line = try CommandLine()
        let admin = try line.server.firestore()
        try await admin.document("conversations/c").setData(["participants": ["alice", "bob"]])
        for number in 0..<messages {
            try await admin.document("conversations/c/messages/m\(number)").setData(TestChat.message())
        }
        let folder = try TemporaryFolder()
        return (line, "\(folder.path)/state/outbox.sqlite", folder)
    }

    @Test(arguments: [[], ["--admin"], ["--admin", "--writes", "bulk"], ["--user", "bob"]])
    func `events from standard input are written before the worker exits`(options: [String]) async throws {
        var (line, outbox, folder) = try await seeded()
        let text =
            "\(Self.event("m0"))\n\(Self.event("m1", by: "bob", "delivered"))\n\(Self.event("m0"))\n\(Self.event("m2"))"
        line.pieces = [String(text.prefix(70)), String(text.dropFirst(70))]
        let outcome = await line.run(
            ["worker", "--stdin", "--drain", "--outbox", outbox, "--format", "json"] + options)
        #expect(outcome.status == 0)
        let found = try #require(outcome.out.first)
        #expect(found.hasPrefix(#"{"events":4,"written":3,"skipped":0,"deadLetters":0,"queued":0,"#))
        #expect(outcome.err.count == 1)
        let m1 = try await line.server.firestore().document("conversations/c/messages/m1").getDocument()
        #expect(m1.data()?["status"] as? String == "delivered")
        _ = folder
    }

    @Test func `lines that are not events are reported and kept, and the rest goes on`() async throws {
        var (line, outbox, folder) = try await seeded()
        line.pieces = ["nonsense\n\(Self.event("m0"))\n{}\n"]
        let outcome = await line.run("worker", "--stdin", "--drain", "--quiet", "--outbox", outbox)
        #expect(outcome.status == 0)
        #expect(outcome.out.isEmpty)
        #expect(
            outcome.err == [
                "receipts: line 1 is not an event: not JSON: unexpected word at byte 0",
                #"receipts: line 3 is not an event: "kind" is missing"#,
            ])
        let kept = try folder.read("state/outbox.sqlite.rejects")
        #expect(kept.split(separator: "\n").count == 2)
        #expect(
            kept.hasPrefix(#"{"line":1,"reason":"not JSON: unexpected word at byte 0","text":"nonsense"}"#))
    }

    @Test func `receipts that can never be written are listed, retried and dropped`() async throws {
        var (line, outbox, folder) = try await seeded(messages: 1)
        line.pieces = [
            [Self.event("m0"), Self.event("gone"), Self.event("m0", by: "eve")].joined(separator: "\n")
        ]
        let outcome = await line.run("worker", "--stdin", "--drain", "--outbox", outbox)
        #expect(outcome.status == 1)
        #expect(
            outcome.out[0].hasPrefix(
                "1 receipt written, 0 needed no write, 2 cannot be written: see receipts worker dead-letters"
            ))
        let list = await line.run("worker", "dead-letters", "list", "--outbox", outbox)
        #expect(
            list.out.sorted { $0.dropFirst() < $1.dropFirst() }.map { String($0.dropFirst(3)) } == [
                "read by bob  c/gone  NOT_FOUND: there is no such message (conversations/c/messages/gone)",
                "read by eve  c/m0  PERMISSION_DENIED: eve is not a member of the conversation (conversations/c)",
            ])
        let retry = await line.run("worker", "dead-letters", "retry", "1", "7", "--outbox", outbox)
        #expect(
            (retry.status, retry.out, retry.err) == (
                1, ["1 dead letter put back"], ["receipts: there is no dead letter 7"]
            ))
        #expect(
            await line.run("worker", "status", "--outbox", outbox).out[0].hasPrefix(
                "waiting to be written: 1, the oldest for "))
        let drop = await line.run("worker", "dead-letters", "drop", "--all", "--outbox", outbox)
        #expect((drop.status, drop.out) == (0, ["1 dead letter dropped"]))
        _ = folder
    }

    @Test func `mark-read queues receipts for the worker`() async throws {
        let (line, outbox, folder) = try await seeded()
        _ = try TemporaryFolder()
        let missing = await line.run(
            "mark-read", "--conversation", "c", "--user", "bob", "--queue", outbox, "m0")
        #expect(missing.status == 1)
        #expect(missing.err[0].hasPrefix("receipts: cannot open \(outbox): "))
        let path = "\(folder.path)/outbox"
        let queued = await line.run(
            "mark-read", "--conversation", "c", "--user", "bob", "--queue", path, "m0", "m1", "m0")
        #expect((queued.status, queued.out) == (0, ["2 receipts queued for the worker, 1 already waiting"]))
        let bad = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--queue", path, "a/b")
        #expect((bad.status, bad.err) == (2, [#"receipts: "a/b" is not a message id: it contains a slash"#]))
        let drained = await line.run("worker", "--drain", "--outbox", path)
        #expect(drained.out[0].hasPrefix("2 receipts written, 0 needed no write, 1 commit"))
    }

    @Test(arguments: [
        (["--drain", "--listen", "127.0.0.1:0"], "--listen runs until interrupted"),
        (["--flush-interval=-1"], "--flush-interval must be from 0 to 3600000 milliseconds."),
        (["--writes", "slowly"], "--writes must be commits or bulk, not 'slowly'."),
        (["--user", "bob", "--admin"], "Give --user or --admin, not both."),
        (["--listen", "8090"], "--listen takes HOST:PORT, for example 127.0.0.1:8090"),
        (["--drain", "--auto-deliver", "bob"], "--auto-deliver runs until interrupted"),
        (["--auto-deliver", ""], "--auto-deliver needs a user id."),
        (
            ["--token-command", "true", "--admin"],
            "--token-command cannot be combined with --user, --admin or --credentials."
        ),
        (["--share", "5/4"], "give K/N, such as 1/4, the first of four shares."),
        (
            ["--listen", "0.0.0.0:0"],
            "other machines can reach 0.0.0.0, so the worker needs a token of at least 16"
        ),
        (
            ["--credentials", "key.json"],
            "--credentials is for production, but FIRESTORE_EMULATOR_HOST names an emulator"
        ),
    ])
    func `wrong usage is explained`(options: [String], text: String) async throws {
        let (line, outbox, folder) = try await seeded(messages: 0)
        let outcome = await line.run(["worker", "--outbox", outbox] + options)
        #expect(outcome.status == 2)
        #expect(outcome.err.joined(separator: "\n").contains(text))
        _ = folder
    }

    @Test func `a file is followed from where reading ended the last time`() async throws {
        var (line, outbox, folder) = try await seeded()
        line.sleep = { _ in }
        let file = "\(folder.path)/events"
        try folder.write("\(Self.event("m0"))\nnonsense\n\(Self.event("m1"))", to: "events")
        let command = ["worker", "--follow", file, "--drain", "--outbox", outbox]
        let first = await line.run(command)
        #expect(first.status == 0)
        #expect(first.out[0].hasPrefix("2 receipts written"))
        #expect(
            first.err.last == "receipts: \(file): line 2 is not an event: not JSON: unexpected word at byte 0"
        )
        #expect(try folder.read("state/outbox.sqlite.rejects").hasPrefix(#"{"file":""#))
        let grown = fopen(file, "a")
        fputs("\n\(Self.event("m2"))\n", grown)
        fclose(grown)
        let second = await line.run(command)
        // The last line was incomplete when it was read, so it is read again.
        #expect(second.out[0].hasPrefix("1 receipt written, 1 needed no write"))
        #expect(second.err.count == 1)
    }

    @Test func `a file that cannot be followed ends the worker`() async throws {
        let (line, outbox, folder) = try await seeded(messages: 0)
        let outcome = await line.run("worker", "--follow", folder.path, "--outbox", outbox)
        #expect(outcome.status == 1)
        #expect(outcome.err.last == "receipts: cannot read \(folder.path): it is a folder")
    }

    @Test func `a worker accepts the events of its share of the users`() async throws {
        var (line, outbox, folder) = try await seeded()
        let events = ["bob", "carol", "dave", "erin"].map { Self.event("m0", by: $0) }
        var taken = 0
        for share in ["1/3", "2/3", "3/3"] {
            line.pieces = [events.joined(separator: "\n")]
            let outcome = await line.run(
                "worker", "--stdin", "--drain", "--share", share, "--format", "json", "--outbox",
                outbox + share.prefix(1))
            let count = try #require(
                outcome.out.first?.split(separator: ",").first?.split(separator: ":").last)
            taken += try #require(Int(count))
        }
        #expect(taken == 4)
        _ = folder
    }

    @Test func `each receipt is written with the token that a command prints for its user`() async throws {
        var (line, outbox, folder) = try await seeded()
        // The token of a user, as Google's emulator and this one accept it: unsigned, {"sub":…}.
        try folder.write(
            #"""
            [ "$RECEIPTS_USER" = eve ] && exit 3
            echo "$RECEIPTS_USER" >> "$(dirname "$0")/asked"
            encode() { printf %s "$1" | base64 | tr -d '=\n' | tr '+/' '-_'; }
            echo "$(encode '{"alg":"none","typ":"JWT"}').$(encode "{\"sub\":\"$RECEIPTS_USER\",\"user_id\":\"$RECEIPTS_USER\"}")."
            """#, to: "token")
        line.pieces = [(0..<3).map { Self.event("m\($0)") }.joined(separator: "\n")]
        let outcome = await line.run(
            "worker", "--stdin", "--drain", "--outbox", outbox, "--token-command", "sh \(folder.path)/token")
        #expect(outcome.status == 0)
        #expect(outcome.out == ["3 receipts written, 0 needed no write, 1 commit, 4 read, 3 written"])
        #expect(try folder.read("asked") == "bob\n", "a token is asked for once")
    }

    @Test func `status --watch prints until nothing waits`() async throws {
        var (line, outbox, folder) = try await seeded()
        line.pieces = ["\(Self.event("m0"))\n\(Self.event("m1"))\n"]
        let path = "\(folder.path)/queue"
        _ = await line.run("mark-read", "--conversation", "c", "--user", "bob", "--queue", path, "m0", "m1")
        // The worker runs while the watch sleeps.
        let worker = line
        line.sleep = { _ in _ = await worker.run("worker", "--drain", "--outbox", path) }
        let watch = await line.run("worker", "status", "--watch", "--outbox", path)
        #expect(watch.status == 0)
        #expect(watch.out.count == 2)
        #expect(watch.out[0].hasPrefix("waiting to be written: 2, the oldest for "))
        #expect(watch.out[1].hasPrefix("waiting to be written: 0; dead letters: 0; "))
        _ = outbox
    }

    @Test func `credentials are found where Google's tools look, on request`() async throws {
        let folder = try TemporaryFolder()
        var line = try CommandLine(onServer: false)
        line.environment = [
            "HOME": folder.path, "GCLOUD_PROJECT": "p", "GOOGLE_APPLICATION_CREDENTIALS": "/none.json",
        ]
        let outcome = await line.run(
            "worker", "--drain", "--outbox", "\(folder.path)/outbox", "--credentials", "application-default")
        #expect(outcome.status == 2)
        #expect(outcome.err.count == 1)
        #expect(outcome.err[0].contains("/none.json"))
    }

    @Test func `reading a missing outbox does not create it`() async throws {
        let (line, outbox, folder) = try await seeded(messages: 0)
        for command in [["status"], ["dead-letters"], ["dead-letters", "drop", "--all"]] {
            let outcome = await line.run(["worker"] + command + ["--outbox", outbox])
            #expect(outcome.status == 2)
            #expect(
                outcome.err == [
                    "receipts: there is no outbox \(outbox); pass the worker's with --outbox FILE"
                ])
        }
        _ = folder
    }
}
