import Testing

@testable import ReceiptConsole

/// The versions of the rules in a run.
@Suite struct RulesHistoryTests {
    @Test func `the same text is one version, and going back is another`() {
        var history = RulesHistory()
        for (time, text) in ["a", "a", "b", "a"].enumerated() {
            history.note(text, at: Int64(time), isPublished: time > 0)
        }
        #expect(history.versions.map(\.content) == ["a", "b", "a"])
        #expect(history.versions.map(\.number) == [1, 2, 3])
        #expect(history.versions.map(\.time) == [0, 2, 3])
        #expect(history.versions.map(\.isPublished) == [false, true, true])
    }

    @Test func `of many versions the first and the latest stay`() {
        var history = RulesHistory()
        for number in 0..<200 { history.note("\(number)", at: 0, isPublished: true) }
        #expect(history.versions.count == RulesHistory.limit.versions)
        #expect(history.versions.first?.content == "0")
        #expect(history.versions.last?.content == "199")
    }

    @Test func `large versions do not keep more than a bound`() {
        var history = RulesHistory()
        for number in 0..<20 {
            history.note(String(repeating: "\(number % 10)", count: 1 << 20), at: 0, isPublished: true)
        }
        let bytes = history.versions.reduce(0) { $0 + $1.content.utf8.count }
        #expect(bytes <= RulesHistory.limit.bytes)
        #expect(history.versions.last?.content.first == "9")
    }
}
