import RealtimeDatabaseWire
import TestSupport
import Testing

@Suite("Messages in parts")
struct MessagePartsTests {
    private func take(_ frames: [String], limit: Int = 1000) throws -> [String] {
        var parts = MessageParts(limit: limit)
        return try frames.compactMap {
            try parts.take(Array($0.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test func `a message in one frame needs no number`() throws {
        #expect(try take([#"{"t":"c"}"#, #"{"t":"d"}"#]) == [#"{"t":"c"}"#, #"{"t":"d"}"#])
    }

    @Test func `parts follow their number`() throws {
        #expect(try take(["3", #"{"t""#, ":", #""c"}"#, "1", "{}"]) == [#"{"t":"c"}"#, "{}"])
        // A part that looks like a number is a part.
        #expect(try take(["3", "{", "2", "}"]) == ["{2}"])
    }

    @Test func `a zero only shows that the client is there`() throws {
        #expect(try take(["0", "0", "{}", "0"]) == ["{}"])
    }

    @Test(arguments: ["-1", "1.5", "1e3", "abc", "9 9", "٣"])
    func `what is short and no number is a breach`(frame: String) {
        #expect(throws: MessageParts.Breach.badCount) { try take([frame]) }
    }

    @Test func `a message is bounded, however it arrives`() throws {
        let long = String(repeating: "x", count: 11)
        #expect(throws: MessageParts.Breach.tooLong) { try take([long], limit: 10) }
        #expect(throws: MessageParts.Breach.tooLong) { try take(["999999", "xxxxxx", "xxxxx"], limit: 10) }
        #expect(try take(["2", "xxxxx", "xxxxx"], limit: 10) == ["xxxxxxxxxx"])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `what is sent in parts arrives whole`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var text = "{"
        while text.utf8.count < Int.random(in: 10...60_000, using: &generator) {
            text += generator.oneIn(2) ? "é" : generator.oneIn(2) ? "😀" : "abc"
        }
        let frames = MessageParts.frames(of: Array(text.utf8))
        for frame in frames {
            #expect(frame.count <= MessageParts.partSize)
            #expect(String(validating: frame, as: UTF8.self) != nil)
        }
        var parts = MessageParts(limit: 1 << 20)
        #expect(try frames.compactMap { try parts.take($0) } == [Array(text.utf8)])
    }
}
