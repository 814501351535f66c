import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite("Events of a stream")
struct StreamEventTests {
    @Test func `events go over the wire as documented`() throws {
        let entry = DatabaseUpdate.Entry(try DatabasePath("x/y"), .number(1))
        let cases: [(StreamEvent, String)] = [
            (
                .put(.root, try node(#"{"a": 1}"#)),
                "event: put\ndata: {\"path\":\"/\",\"data\":{\"a\":1}}\n\n"
            ),
            (.put(try DatabasePath("a/b"), .null), "event: put\ndata: {\"path\":\"/a/b\",\"data\":null}\n\n"),
            (
                .patch(try DatabasePath("c"), [entry]),
                "event: patch\ndata: {\"path\":\"/c\",\"data\":{\"x/y\":1}}\n\n"
            ),
            (.keepAlive, "event: keep-alive\ndata: null\n\n"),
            (.cancel, "event: cancel\ndata: null\n\n"),
            (.authRevoked("gone"), "event: auth_revoked\ndata: \"gone\"\n\n"),
        ]
        for (event, text) in cases {
            #expect(String(decoding: event.message.bytes, as: UTF8.self) == text)
            #expect(try StreamEvent(event.message) == event)
        }
    }

    @Test func `an event of another kind is none`() throws {
        #expect(try StreamEvent(ServerSentMessage(event: "rules_debug", data: "{}")) == nil)
        #expect(
            try StreamEvent(ServerSentMessage(event: "cancel", data: "\"Permission denied.\"")) == .cancel)
        #expect(
            try StreamEvent(ServerSentMessage(event: "auth_revoked", data: "not JSON"))
                == .authRevoked("not JSON"))
    }

    @Test(arguments: [
        ("put", "null"), ("put", "{"), ("put", #"{"path": "/"}"#), ("put", #"{"data": 1}"#),
        ("put", #"{"path": 1, "data": 1}"#), ("put", #"{"path": "/a.b", "data": 1}"#),
        ("put", #"{"path": "/", "data": {"a.b": 1}}"#), ("patch", #"{"path": "/", "data": 1}"#),
        ("patch", #"{"path": "/", "data": {"a.b": 1}}"#),
    ])
    func `an event that is not what its kind says is refused`(kind: String, data: String) {
        #expect(throws: DataProblem.self) { try StreamEvent(ServerSentMessage(event: kind, data: data)) }
    }

    @Test func `an event changes the node that it is about`() throws {
        var root = try node(#"{"a": {"b": 1, "c": 2}}"#)
        StreamEvent.put(try DatabasePath("a/b"), .null).apply(to: &root)
        #expect(root.json == #"{"a":{"c":2}}"#)
        StreamEvent.patch(
            try DatabasePath("a"),
            [
                DatabaseUpdate.Entry(try DatabasePath("c"), .null),
                DatabaseUpdate.Entry(try DatabasePath("d/e"), .boolean(true)),
            ]
        ).apply(to: &root)
        #expect(root.json == #"{"a":{"d":{"e":true}}}"#)
        StreamEvent.keepAlive.apply(to: &root)
        StreamEvent.put(.root, .string("x")).apply(to: &root)
        #expect(root == .string("x"))
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `events are the same after the way over the wire`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let path = try DatabasePath(generator.path())
            let event: StreamEvent =
                generator.oneIn(2)
                ? .put(path, generator.node())
                : .patch(
                    path, [DatabaseUpdate.Entry(DatabasePath([DataKey(generator.key())]), generator.node())])
            var reader = ServerSentMessages()
            let messages = try reader.take(event.message.bytes)
            #expect(try messages.map { try StreamEvent($0) } == [event], "seed \(seed)")
        }
    }
}
