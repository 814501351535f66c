import Foundation
import TestSupport
import Testing

/// What Google's emulator has answered once, asked again: of the embedded emulator, or of Google's where
/// `FIRESTORE_EMULATOR_HOST` names it.
///
/// With `RECORD_EXCHANGES` set, the answers are written down anew instead, and the tests fail, so that no run that only
/// records passes for one that compares. `Scripts/record` does that.
@Suite("Recorded exchanges")
struct RecordedExchangesTests {
    /// The topics that the embedded emulator cannot have answers to yet, and why. One that it has is a failure.
    private static let notServedYet: [String: String] = [:]

    @Test(arguments: RecordedTopic.names)
    func `each answer is the recorded one`(name: String) async throws {
        let topic = try RecordedTopic(named: name)
        let address = SystemEnvironment.emulatorHost
        if SystemEnvironment.isRecording {
            try await record(
                topic, named: name, withGoogles: #require(address, "FIRESTORE_EMULATOR_HOST is not set"))
        } else if address == nil, let reason = Self.notServedYet[name] {
            print("Recorded exchanges: \(name) is not compared, since \(reason)")
            await withKnownIssue { try await compare(topic, withGoogles: nil) }
        } else {
            try await compare(topic, withGoogles: address)
        }
    }

    private func compare(_ topic: RecordedTopic, withGoogles address: String?) async throws {
        let mismatches = try await topic.mismatches(withGoogles: address)
        if mismatches.isEmpty { return }
        // One that is wrong gives the times and ids after it other numbers: what differs beyond numbers tells more.
        let telling = mismatches.filter { !$0.isOfNumbersOnly }
        let shown = (telling.isEmpty ? mismatches.prefix(1) : telling.prefix(10)).map { "\n\($0)" }.joined()
        Issue.record(
            "\(mismatches.count) of \(topic.exchanges.count) answers are others, among them:\(shown)")
    }

    private func record(_ topic: RecordedTopic, named name: String, withGoogles address: String) async throws
    {
        let recorded = try await topic.recorded(withGoogles: address)
        try Data(recorded.text.utf8).write(to: RecordedTopic.file(name))
        Issue.record("\(name): \(recorded.exchanges.count) exchanges are recorded anew; now compare them")
    }

    @Test(arguments: RecordedTopic.names)
    func `the files are written as recording writes them`(name: String) throws {
        let text = try Data(contentsOf: RecordedTopic.file(name))
        #expect(try RecordedTopic(text).text == String(decoding: text, as: UTF8.self))
    }

    @Test(arguments: RecordedTopic.names)
    func `where the servers differ, the difference has a name, and nowhere else`(name: String) throws {
        for (number, exchange) in zip(1..., try RecordedTopic(named: name).exchanges) {
            let googles = exchange.expectation(ofGoogles: true)
            #expect((exchange.difference != nil) == (exchange.ours != nil), "exchange \(number)")
            #expect(exchange.google != .unrecorded, "exchange \(number)")
            #expect(exchange.ours == nil || exchange.ours != googles, "exchange \(number) differs no more")
            #expect(exchange.google != .never || exchange.ours != nil, "exchange \(number)")
        }
    }

    @Test func `there are exchanges over the whole surface`() throws {
        let counts = try RecordedTopic.names.map { try RecordedTopic(named: $0).exchanges.count }
        #expect(counts.reduce(0, +) >= 600)
    }
}
