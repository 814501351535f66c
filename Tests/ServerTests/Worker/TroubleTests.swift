import FirestoreClient
import ReadReceipts
import ReceiptWorker
import Synchronization
import TestSupport
import Testing

/// A worker behind a proxy that does to it, in an hour of virtual time, what networks and servers do.
@Suite("A worker in trouble", .withoutFaults("it makes its own"))
struct TroubleTests {
    /// Time that passes only when nothing else is left to happen.
    private struct Time: Sendable {
        let clock = ManualClock()
        private let start: ManualClock.Instant

        init() { start = clock.now }

        var milliseconds: Int64 { Int64(start.duration(to: clock.now) / .milliseconds(1)) }

        /// Lets a step of time pass, once the worker waits and its requests do, too, if there are any.
        func pass(_ worker: ReceiptWorker, until isOver: () -> Bool = { false }) async {
            while !isOver() {
                let (requests, sleepers) = (await worker.requests, clock.sleeperCount)
                if sleepers > (requests > 0 ? 1 : 0) { break }
                await Task.yield()
            }
            clock.advance(by: .seconds(2))
        }
    }

    /// Whether the worker has ended.
    private final class End: Sendable {
        private let state = Mutex(false)

        var isReached: Bool {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `through an hour of trouble every event is written once, and none is invented`(seed: UInt64)
        async throws
    {
        let time = Time()
        let users: [UserID] = (0..<4).map { "u\($0)" }
        try await ProxiedEmulator.serve(.trouble(seed: seed), clock: time.clock, retryPolicy: .never) {
            chat in
            try await chat.direct.document("conversations/c").setData([
                "participants": ["alice"] + users.map(\.string)
            ])
            for number in 0..<50 {
                try await chat.direct.document("conversations/c/messages/m\(number)").setData(
                    TestChat.message())
            }
            let folder = try TemporaryFolder()
            let outbox = try Outbox(path: "\(folder.path)/outbox", now: { time.milliseconds })
            let worker = try ReceiptWorker(
                outbox, to: .administrator(ReceiptService(firestore: chat.client)), clock: time.clock,
                now: { time.milliseconds }, generator: SeededGenerator(seed: seed))
            let end = End()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { end.isReached = true }
                    try await worker.run()
                }
                let expected = try await report(users, to: worker, time, seed: seed)
                await worker.endWhenEmpty()
                while !end.isReached {
                    await time.pass(worker) { end.isReached }
                }
                try await group.waitForAll()
                #expect(try await outbox.statistics() == OutboxStatistics(), "seed \(seed)")
                for number in 0..<50 {
                    let document = try await chat.direct.document("conversations/c/messages/m\(number)")
                        .getDocument()
                    let readers = document.data()?["readBy"] as? [String] ?? []
                    #expect(
                        readers.map { UserID($0) }.sorted() == expected["m\(number)", default: []].sorted(),
                        "m\(number), seed \(seed)")
                }
            }
            #expect(chat.proxy.record.trouble > 0, "seed \(seed)")
        }
    }

    /// Reports what users have received and read, over an hour.
    ///
    /// - Returns: Who has read each message.
    private func report(
        _ users: [UserID], to worker: ReceiptWorker, _ time: Time, seed: UInt64
    ) async throws -> [MessageID: Set<UserID>] {
        var generator = SeededGenerator(seed: seed)
        var readers: [MessageID: Set<UserID>] = [:]
        for step in 0..<1800 {
            if step.isMultiple(of: 10) {
                var events: [ReceiptEvent] = []
                for _ in 0..<generator.int(1...6) {
                    let message: MessageID = "m\(generator.int(0...49))"
                    let user = users[generator.int(0...3)]
                    let receipt: Receipt = generator.int(0...3) == 0 ? .delivered : .read
                    if receipt == .read { readers[message, default: []].insert(user) }
                    events.append(
                        ReceiptEvent(receipt, conversationID: "c", messageID: message, userID: user))
                }
                try await worker.take(events)
            }
            await time.pass(worker)
        }
        return readers
    }
}
