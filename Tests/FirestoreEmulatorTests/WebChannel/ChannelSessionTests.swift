import TestSupport
import Testing

@testable import FirestoreEmulator

struct ChannelSessionTests {
    private var session = ChannelSession(takesUnheard: false, at: .zero)

    private func map(_ number: Int, _ text: String = "m") -> ChannelMap {
        ChannelMap(number: number, json: Array("\(text)\(number)".utf8))
    }

    /// The messages that a request brings, as text.
    private mutating func receive(_ numbers: Int..., acknowledging id: Int? = nil) -> [String]? {
        let reception = session.receive(numbers.map { map($0) }, acknowledging: id, at: .zero)
        return reception?.messages.map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func answer(acknowledging id: Int? = nil) -> String? {
        session.receive([], acknowledging: id, at: .zero).map { String(decoding: $0.answer, as: UTF8.self) }
    }

    private mutating func tell(_ texts: String...) {
        session.endTaking(texts.map { Array("{\"\($0)\":1}".utf8)[...] })
    }

    private mutating func step(_ number: Int, at seconds: Double = 0) -> String {
        switch session.step(number, at: .seconds(seconds)) {
        case .send(let frame): String(decoding: frame, as: UTF8.self)
        case .wait: "wait"
        case .end: "end"
        }
    }

    @Test(arguments: [-1, 0, 1, 9])
    func `a back channel that comes after what acknowledges more, or too much, begins as any other`(
        acknowledging id: Int
    ) {
        var test = self
        let first = test.session.attach(.streaming, acknowledging: 0, at: .zero)
        #expect(test.step(first).hasSuffix(#"[[1,["noop"]]]"#))
        #expect(test.answer(acknowledging: 1) != nil)
        let second = test.session.attach(.streaming, acknowledging: id, at: .zero)
        #expect(test.step(second).hasSuffix(#"[[2,["noop"]]]"#))
    }

    @Test mutating func `messages are handed on once and in order`() {
        #expect(receive(0, 1) == ["m0", "m1"])
        #expect(receive(0, 1) == [])
        #expect(receive(4, 3) == [])
        #expect(receive(1, 2) == ["m2", "m3", "m4"])
        #expect(receive(5) == ["m5"])
    }

    @Test mutating func `a client that is far ahead of itself is given up`() {
        #expect(receive(0) == ["m0"])
        for number in 2...1001 { #expect(receive(number) == []) }
        #expect(receive(1002) == nil)
    }

    @Test mutating func `a stream of answers begins with a noop at once`() {
        let back = session.attach(.streaming, acknowledging: 0, at: .zero)
        #expect(step(back) == "14\n[[1,[\"noop\"]]]")
        #expect(step(back) == "wait")
        tell("a", "🍵")
        #expect(step(back) == "30\n[[2,[{\"a\":1}]],[3,[{\"🍵\":1}]]]")
        #expect(step(back) == "wait")
    }

    @Test mutating func `a new back channel repeats what was not acknowledged, and ends the old one`() {
        let first = session.attach(.streaming, acknowledging: 0, at: .zero)
        tell("a", "b", "c")
        #expect(
            step(first) == "43\n[[1,[{\"a\":1}]],[2,[{\"b\":1}]],[3,[{\"c\":1}]]]"
        )
        let second = session.attach(.streaming, acknowledging: 1, at: .zero)
        #expect(step(first) == "end")
        #expect(step(second) == "29\n[[2,[{\"b\":1}]],[3,[{\"c\":1}]]]")
        // Leaving the old one does not end the new one.
        session.detach(first, at: .zero)
        tell("d")
        #expect(step(second) == "15\n[[4,[{\"d\":1}]]]")
    }

    @Test mutating func `a silent back channel says so after half a minute, and ends after a minute`() {
        let back = session.attach(.streaming, acknowledging: 0, at: .zero)
        _ = step(back)
        #expect(step(back, at: 29.9) == "wait")
        #expect(!session.isDue(at: .seconds(29.9)))
        #expect(session.isDue(at: .seconds(30)))
        #expect(step(back, at: 30) == "14\n[[2,[\"noop\"]]]")
        #expect(!session.isDue(at: .seconds(59)))
        #expect(step(back, at: 60) == "14\n[[3,[\"noop\"]]]")
        #expect(step(back, at: 60) == "end")
        #expect(!session.isDue(at: .seconds(600)))
    }

    @Test mutating func `a poll ends with the first messages`() {
        let first = session.attach(.polling(patience: .seconds(30)), acknowledging: 0, at: .zero)
        #expect(step(first) == "wait")
        tell("a", "b")
        #expect(step(first) == "29\n[[1,[{\"a\":1}]],[2,[{\"b\":1}]]]")
        tell("c")
        #expect(step(first) == "end")
        let second = session.attach(.polling(patience: .milliseconds(500)), acknowledging: 2, at: .seconds(1))
        #expect(step(second, at: 1) == "15\n[[3,[{\"c\":1}]]]")
        #expect(step(second, at: 1) == "end")
    }

    @Test mutating func `a poll without messages ends with a noop when the client's patience does`() {
        let back = session.attach(.polling(patience: .milliseconds(500)), acknowledging: 0, at: .seconds(1))
        #expect(step(back, at: 1.4) == "wait")
        #expect(session.isDue(at: .seconds(1.5)))
        #expect(step(back, at: 1.5) == "14\n[[1,[\"noop\"]]]")
        #expect(step(back, at: 1.5) == "end")
    }

    @Test mutating func `an answer tells of the back channel, the last array and unacknowledged bytes`() {
        #expect(answer() == "7\n[0,0,0]")
        let back = session.attach(.streaming, acknowledging: 0, at: .zero)
        _ = step(back)
        #expect(answer() == "7\n[1,1,6]")
        tell("a")
        // It was not sent yet.
        #expect(answer(acknowledging: 1) == "7\n[1,1,7]")
        _ = step(back)
        session.detach(back, at: .zero)
        #expect(answer() == "7\n[0,2,7]")
        #expect(answer(acknowledging: 99) == "7\n[0,2,0]")
    }

    @Test mutating func `nothing is taken from a stream to which nobody listens`() {
        #expect(session.beginTaking() == false)
        let back = session.attach(.streaming, acknowledging: 0, at: .zero)
        #expect(session.beginTaking() == true)
        // Another may not take meanwhile.
        #expect(session.beginTaking() == false)
        tell("a")
        // What was taken must be sent first.
        #expect(session.beginTaking() == false)
        _ = step(back)
        #expect(session.beginTaking() == true)
        session.endTaking([])
        session.detach(back, at: .zero)
        #expect(session.beginTaking() == false)
        var unheard = ChannelSession(takesUnheard: true, at: .zero)
        #expect(unheard.beginTaking() == true)
    }

    @Test func `a client must acknowledge before much more is taken for it`() {
        var session = ChannelSession(takesUnheard: false, bounds: .init(arrays: 3, bytes: 1000), at: .zero)
        let back = session.attach(.streaming, acknowledging: 0, at: .zero)
        session.endTaking((0..<3).map { Array("\($0)".utf8)[...] })
        #expect(session.step(back, at: .zero) == .send(Array("25\n[[1,[0]],[2,[1]],[3,[2]]]".utf8)))
        #expect(session.beginTaking() == false)
        // It can only do so by a new request.
        #expect(session.step(back, at: .zero) == .end)
        let next = session.attach(.streaming, acknowledging: 3, at: .zero)
        #expect(session.step(next, at: .zero) == .send(Array("14\n[[4,[\"noop\"]]]".utf8)))
        #expect(session.beginTaking() == true)
        session.endTaking([Array(repeating: UInt8(ascii: "1"), count: 1000)[...]])
        #expect(session.step(next, at: .zero) != .wait)
        #expect(session.step(next, at: .zero) == .end)
    }

    @Test mutating func `many messages come in several frames`() {
        let back = session.attach(.streaming, acknowledging: 0, at: .zero)
        let big = Array(repeating: UInt8(ascii: "1"), count: 200_000)[...]
        session.endTaking([big, big, big])
        #expect(step(back).hasPrefix("400015\n[[1,[1"))
        #expect(step(back).hasPrefix("200008\n[[3,[1"))
    }

    @Test mutating func `a quiet client acknowledges much that it was sent at once`() {
        let back = session.attach(.streaming, acknowledging: 0, at: .zero)
        let big = Array(repeating: UInt8(ascii: "1"), count: 40_000)[...]
        session.endTaking([big])
        #expect(step(back).hasPrefix("40008\n[[1,[1"))
        #expect(step(back) == "wait")
        // While more comes at once, the connection stays.
        session.endTaking([big], hasMore: true)
        #expect(step(back).hasPrefix("40008\n[[2,[1"))
        #expect(step(back) == "wait")
        session.endTaking([big])
        #expect(step(back).hasPrefix("40008\n[[3,[1"))
        #expect(step(back) == "end")
        _ = session.attach(.streaming, acknowledging: 3, at: .zero)
        #expect(answer() == "7\n[1,3,0]")
    }

    @Test mutating func `after the stream's end nothing comes but noops`() {
        let back = session.attach(.streaming, acknowledging: 0, at: .zero)
        session.end(with: Array("\"over\"".utf8)[...])
        #expect(step(back) == "14\n[[1,[\"over\"]]]")
        #expect(session.beginTaking() == false)
        #expect(receive(0) == [])
        tell("a")
        #expect(step(back) == "wait")
        #expect(step(back, at: 30) == "14\n[[2,[\"noop\"]]]")
    }

    @Test mutating func `a closed session ends its back channel`() {
        let back = session.attach(.streaming, acknowledging: 0, at: .zero)
        tell("a")
        session.close()
        #expect(step(back) == "end")
        #expect(session.isAbandoned(at: .zero))
        #expect(session.beginTaking() == false)
    }

    @Test mutating func `a client of whom nothing is heard for five minutes is gone`() {
        #expect(!session.isAbandoned(at: .seconds(299)))
        #expect(session.isAbandoned(at: .seconds(300)))
        _ = session.receive([], acknowledging: nil, at: .seconds(100))
        #expect(!session.isAbandoned(at: .seconds(300)))
        let back = session.attach(.streaming, acknowledging: 0, at: .seconds(300))
        _ = step(back, at: 330)
        #expect(!session.isAbandoned(at: .seconds(629)))
        // Its connection is open, but it does not read.
        #expect(session.isAbandoned(at: .seconds(630)))
    }
}
