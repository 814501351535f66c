import FirestoreClient
import ReadReceipts
import ReceiptWorker
import TestSupport
import Testing

/// A worker behind a proxy that does to it, in an hour of virtual time, what networks and servers do.
@Suite("A worker in trouble")
struct TroubleTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `through an hour of trouble every event is written once, and none is invented`(seed: UInt64)
        async throws
    {
        let clock = InstantClock()
        let start = clock.now
        let now: @Sendable () -> Int64 = { Int64(start.duration(to: clock.now) / .milliseconds(1)) }
        let users = (0..<4).map { "u\($0)" }
        try await ProxiedEmulator.serve(.trouble(seed: seed), clock: clock, retryPolicy: .never) { chat in
            try await chat.direct.document("conversations/c").setData(["participants": ["alice"] + users])
            for number in 0..<50 {
                try await chat.direct.document("conversations/c/messages/m\(number)").setData(
                    TestChat.message())
            }
            let folder = try TemporaryFolder()
            let outbox = try Outbox(path: "\(folder.path)/outbox", now: now)
            let worker = try ReceiptWorker(
                outbox, to: .administrator(ReceiptService(firestore: chat.client)), clock: clock, now: now,
                generator: SeededGenerator(seed: seed))
            let running = Task { try await worker.run() }
            var generator = SeededGenerator(seed: seed)
            var expected: [String: Set<String>] = [:]
            for _ in 0..<100 {
                var events: [ReceiptEvent] = []
                for _ in 0..<generator.int(1...6) {
                    let (message, user) = ("m\(generator.int(0...49))", users[generator.int(0...3)])
                    let receipt: Receipt = generator.int(0...3) == 0 ? .delivered : .read
                    if receipt == .read { expected[message, default: []].insert(user) }
                    events.append(
                        ReceiptEvent(receipt, conversationID: "c", messageID: message, userID: user))
                }
                try await worker.take(events)
                clock.advance(by: .seconds(36))
                for _ in 0..<200 { await Task.yield() }
            }
            await worker.endWhenEmpty()
            try await running.value
            #expect(try await outbox.statistics() == OutboxStatistics(), "seed \(seed)")
            for number in 0..<50 {
                let document = try await chat.direct.document("conversations/c/messages/m\(number)")
                    .getDocument()
                let readers = document.data()?["readBy"] as? [String] ?? []
                #expect(
                    readers.sorted() == expected["m\(number)", default: []].sorted(),
                    "m\(number), seed \(seed)")
            }
            #expect(chat.proxy.record.trouble > 0)
        }
    }
}
