import JSONText
import RealtimeDatabaseWire
import TestSupport
import Testing

@Suite("Segments of long polling")
struct PollingSegmentsTests {
    private func segments(_ text: String, from number: Int, size: Int) -> [PollingSegments.Segment] {
        let digits = Array(Base64.encodeURLSafe(Array(text.utf8)) + "..")
        let count = (digits.count + size - 1) / size
        return (0..<count).map { index in
            PollingSegments.Segment(
                number: number + index, count: count,
                data: String(digits[index * size..<min((index + 1) * size, digits.count)]))
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `messages arrive whole and in order, however their segments come`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let texts = (0..<5).map { "message \($0) " + String(repeating: "é", count: $0 * 7) }
        var all: [PollingSegments.Segment] = []
        for text in texts { all += segments(text, from: all.count, size: 9) }
        var assembler = PollingSegments(limit: 1000)
        var messages: [String] = []
        for segment in all.shuffled(using: &generator) + all.prefix(3) {
            messages += try assembler.take(segment).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(messages == texts)
    }

    @Test func `what waits is bounded`() throws {
        var assembler = PollingSegments(limit: 30)
        let far = PollingSegments.Segment(number: 5000, count: 1, data: "AAAA")
        #expect(throws: PollingSegments.Breach.badNumber) { try assembler.take(far) }
        let none = PollingSegments.Segment(number: 0, count: 0, data: "AAAA")
        #expect(throws: PollingSegments.Breach.badNumber) { try assembler.take(none) }
        #expect(throws: PollingSegments.Breach.tooLong) {
            for number in 1..<100 {
                _ = try assembler.take(PollingSegments.Segment(number: number, count: 1000, data: "AAAA"))
            }
        }
        #expect(throws: PollingSegments.Breach.notBase64) {
            var assembler = PollingSegments(limit: 30)
            _ = try assembler.take(PollingSegments.Segment(number: 0, count: 1, data: "!!"))
        }
    }
}
