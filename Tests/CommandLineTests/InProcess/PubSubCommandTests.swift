import FirestoreClient
import TestSupport
import Testing

@testable import receipts

@Suite("Commands with Pub/Sub", .timeLimit(.minutes(1)))
struct PubSubCommandTests {
    private static func event(_ message: String, by user: String = "bob") -> String {
        #"{"kind":"read","conversation":"c","message":"\#(message)","user":"\#(user)"}"#
    }

    /// A command line on a server with the conversation c, and a Pub/Sub.
    private func seeded() async throws -> (line: CommandLine, pubSub: ScriptedPubSub) {
        var line = try CommandLine()
        let admin = try line.server.firestore()
        try await admin.document("conversations/c").setData(["participants": ["alice", "bob"]])
        for number in 0..<2 {
            try await admin.document("conversations/c/messages/m\(number)").setData(TestChat.message())
        }
        let pubSub = ScriptedPubSub()
        line.pubSub = pubSub
        line.environment["PUBSUB_EMULATOR_HOST"] = "127.0.0.1:8085"
        return (line, pubSub)
    }

    @Test(arguments: ["receipts", "projects/other/topics/receipts"])
    func `mark-read publishes receipts for workers`(topic: String) async throws {
        let (line, pubSub) = try await seeded()
        let name = topic.contains("/") ? topic : "projects/\(line.server.project)/topics/\(topic)"
        let arguments = ["mark-read", "--conversation", "c", "--user", "bob", "--publish", topic, "m0", "m1"]
        let outcome = await line.run(arguments)
        #expect((outcome.status, outcome.out) == (0, ["2 receipts published to \(name)"]))
        #expect(pubSub.published.map(\.topic) == [name])
        #expect(pubSub.published[0].message.text == "\(Self.event("m0"))\n\(Self.event("m1"))")
        #expect(pubSub.published[0].message.attributes == ["ORDERING KEY": "c"])
        let json = await line.run(arguments + ["--format", "json"])
        #expect(json.out == [#"{"published":2}"#])
    }

    @Test(arguments: [
        (
            ["--publish", "x", "m0"],
            #"receipts: "x" is not the id of a topic: it has from 3 to 255 characters."#
        ),
        (["--publish", "top", "a/b"], #"receipts: "a/b" is not a message id: it contains a slash"#),
        (
            ["--publish", "top", "--all"],
            "--publish needs message ids; --all would have to ask the database."
        ),
        (["--publish", "top", "--queue", "q", "m0"], "Give --queue or --publish, not both."),
    ])
    func `what cannot be published is wrong usage`(options: [String], message: String) async throws {
        let (line, pubSub) = try await seeded()
        let outcome = await line.run(["mark-read", "--conversation", "c", "--user", "bob"] + options)
        #expect(outcome.status == 2)
        #expect(outcome.err.first?.contains(message) == true, "\(outcome.err)")
        #expect(pubSub.published.isEmpty)
    }

    @Test func `a database on an emulator and Pub/Sub in production are not mixed up`() async throws {
        var (line, _) = try await seeded()
        line.environment["PUBSUB_EMULATOR_HOST"] = nil
        line.environment["FIRESTORE_TOKEN"] = "token"
        for arguments in [
            ["worker", "--pubsub", "sub", "--no-outbox"],
            ["mark-read", "--conversation", "c", "--user", "bob", "--publish", "top", "m0"],
        ] {
            let outcome = await line.run(arguments)
            #expect(outcome.status == 2)
            #expect(
                outcome.err == [
                    "receipts: the database is an emulator's, but Pub/Sub is Google's; set PUBSUB_EMULATOR_HOST too"
                ])
        }
    }

    @Test(arguments: [
        (["--pubsub", "sub", "--stdin"], "--stdin cannot be combined with --pubsub: it needs an outbox."),
        (["--no-outbox"], "--no-outbox needs --pubsub or --listen, or there is nothing to write."),
        (["--no-outbox", "--outbox", "x", "--pubsub", "s"], "Give --outbox or --no-outbox, not both."),
        (
            ["--dead-letter-topic", "top"],
            "--dead-letter-topic needs --pubsub or --no-outbox; an outbox has a list of dead letters."
        ),
        (
            ["--pubsub", "sub", "--share", "1/2"],
            "--share cannot be combined with --pubsub: it needs an outbox."
        ),
    ])
    func `options that contradict each other are wrong usage`(options: [String], message: String) async throws
    {
        let (line, _) = try await seeded()
        let outcome = await line.run(["worker"] + options)
        #expect(outcome.status == 2)
        #expect(outcome.err.first?.contains(message) == true, "\(outcome.err)")
    }

    @Test func `a subscription that does not exist ends the worker with its name`() async throws {
        let (line, pubSub) = try await seeded()
        pubSub.fail(":pull", status: 404)
        let folder = try TemporaryFolder()
        let outcome = await line.run(
            "worker", "--pubsub", "sub", "--outbox", "\(folder.path)/outbox", "--quiet")
        #expect(outcome.status == 1)
        #expect(
            outcome.err.first?.hasPrefix(
                "receipts: pull (projects/\(line.server.project)/subscriptions/sub) failed: 127.0.0.1:8085 answered NOT_FOUND"
            ) == true,
            "\(outcome.err)")
    }
}
