import ReadReceipts
import ReceiptWorker
import TestSupport
import Testing

@Suite("Lines of events")
struct EventLinesTests {
    private static let read = ReceiptEvent(.read, conversationID: "c1", messageID: "m1", userID: "bob")

    private func event(_ text: String) throws -> ReceiptEvent {
        try ReceiptEvent(json: Array(text.utf8), schema: .status)
    }

    @Test func `an event has a kind, a place and a user`() throws {
        #expect(try event(#"{"kind":"read","conversation":"c1","message":"m1","user":"bob"}"#) == Self.read)
        var delivered = ReceiptEvent(.delivered, conversationID: "é", messageID: "m\"1", userID: "b b")
        delivered.milliseconds = 1_767_323_045_120
        let text =
            #" {"at":"2026-01-02T03:04:05.120Z","user":"b b","x":[1],"kind":"delivered","message":"m\"1","conversation":"é"}"#
        #expect(try event(text) == delivered)
        #expect(try event(delivered.json) == delivered)
        #expect(try event(Self.read.json) == Self.read)
        #expect(
            try event(#"{"kind":"read","conversation":"c1","message":"m1","user":"bob","at":null}"#)
                == Self.read)
    }

    @Test(arguments: [
        ("", "not JSON: unexpected end at byte 0"), ("[]", "not an object"),
        (#"{"kind":"seen"}"#, #""kind" is neither "delivered" nor "read""#), ("{}", #""kind" is missing"#),
        (#"{"kind":1}"#, #""kind" is not a string"#),
        (#"{"kind":"read","message":"m1","user":"bob"}"#, #""conversation" is missing"#),
        (#"{"kind":"read","conversation":"c1","message":null,"user":"bob"}"#, #""message" is not a string"#),
        (#"{"kind":"read","conversation":"c1","message":"m1","user":""}"#, "the user id is empty"),
        (
            #"{"kind":"read","conversation":"c1","message":"a/b","user":"bob"}"#,
            #""a/b" is not a message id: it contains a slash"#
        ),
        (
            #"{"kind":"read","conversation":"..","message":"m1","user":"bob"}"#,
            #"".." is not a conversation id: ".." is not allowed"#
        ),
        (
            #"{"kind":"read","conversation":"c1","message":"m\u00001","user":"bob"}"#, "an id contains U+0000"
        ),
        (
            #"{"kind":"read","conversation":"c1","message":"m1","user":"bob","at":"today"}"#,
            #""at" is not a time such as "2026-01-02T03:04:05Z""#
        ),
    ])
    func `invalid events are refused with the reason`(text: String, reason: String) {
        let problem = #expect(throws: ReceiptEvent.Problem.self) { try event(text) }
        #expect(problem?.description == reason)
    }

    @Test func `an event that is too long is refused before it is parsed`() {
        let text = String(repeating: " ", count: ReceiptEvent.maximumBytes) + Self.read.json
        let problem = #expect(throws: ReceiptEvent.Problem.self) { try event(text) }
        #expect(problem?.description == "the event is longer than 32768 bytes")
    }

    @Test func `an array has an event or a reason for each element`() throws {
        let text = "[\(Self.read.json), 3, \(Self.read.json)]"
        let results = try ReceiptEvent.array(json: Array(text.utf8), schema: .status)
        #expect(results.map { try? $0.get() } == [Self.read, nil, Self.read])
        #expect(throws: ReceiptEvent.Problem.self) {
            try ReceiptEvent.array(json: Array(Self.read.json.utf8), schema: .status)
        }
    }

    @Test(arguments: 1...12)
    func `lines are the same in whatever pieces they arrive`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let lines =
            (0..<20).map { number in
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: "nonsense \(number)"
                case 1: "  \t"
                case 2:
                    String(
                        repeating: "x",
                        count: ReceiptEvent.maximumBytes + Int.random(in: 0...2, using: &generator))
                default: Self.read.json
                }
            }
        let bytes = Array(lines.joined(separator: Bool.random(using: &generator) ? "\n" : "\r\n").utf8)
        var whole = EventLines(schema: .status)
        var expected = whole.take(bytes)
        let last = whole.finish()
        expected = (expected.events + last.events, expected.rejects + last.rejects)
        #expect(expected.events.count == lines.count { $0 == Self.read.json })

        var pieces = EventLines(schema: .status)
        var (events, rejects): ([ReceiptEvent], [EventLines.Reject]) = ([], [])
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = min(Int.random(in: 1...5000, using: &generator), rest.count)
            let part = pieces.take(Array(rest.prefix(size)))
            (events, rejects) = (events + part.events, rejects + part.rejects)
            rest = rest.dropFirst(size)
        }
        let end = pieces.finish()
        #expect((events + end.events) == expected.events)
        #expect((rejects + end.rejects) == expected.rejects)
    }

    @Test func `a line that is not an event is kept with its number`() {
        var lines = EventLines(schema: .status)
        let (events, rejects) = lines.take(Array("\(Self.read.json)\n\nnonsense\n\(Self.read.json)\n".utf8))
        #expect(events.count == 2)
        #expect(rejects.map(\.line) == [3])
        #expect(rejects.map(\.reason) == ["not JSON: unexpected word at byte 0"])
        #expect(rejects.map(\.text) == ["nonsense"])
    }
}
