import FirestoreClient
import ReadReceipts
import SQLite
import TestSupport
import Testing

@testable import ReceiptWorker

@Suite("Outbox")
struct OutboxTests {
    private func event(
        _ receipt: Receipt = .read, of message: MessageID = "m1", by user: UserID = "bob",
        in conversation: ConversationID = "c1"
    ) -> ReceiptEvent {
        ReceiptEvent(receipt, conversationID: conversation, messageID: message, userID: user)
    }

    @Test func `one receipt per user and message is kept: read covers delivered`()
        async throws
    {
        try await withOutbox { outbox in
            #expect(
                try await outbox.store([event(.delivered), event(.delivered), event(of: "m2")]).counts
                    == [2, 1])
            #expect(try await outbox.store([event(.read), event(.delivered)]).counts == [0, 2])
            #expect(try await outbox.store([event(.delivered, of: "m2")]).counts == [0, 1])
            let batch = try #require(try await outbox.next())
            #expect(batch.parts[0].receipts.map(\.messageID) == ["m1", "m2"])
            #expect(batch.parts[0].receipts.map(\.receipt) == [.read, .read])
            #expect(try await outbox.statistics().queued == 2)
        }
    }

    @Test func `the position in a file is stored with its events, or not at all`() async throws {
        let folder = try TemporaryFolder()
        let outbox = try Outbox(path: "\(folder.path)/outbox", limit: 1)
        let position = FilePosition(path: "/events", device: 1, inode: -2, offset: 30, lines: 2)
        #expect(try await outbox.position(inFile: "/events") == nil)
        await #expect(throws: OutboxError.self) {
            try await outbox.store([event(), event(of: "m2")], upTo: position)
        }
        #expect(try await outbox.position(inFile: "/events") == nil)
        try await outbox.store([event()], upTo: position)
        #expect(try await Outbox(path: outbox.path).position(inFile: "/events") == position)
        var further = position
        further.offset = 90
        try await outbox.store([], upTo: further)
        #expect(try await outbox.position(inFile: "/events") == further)
        #expect(try await outbox.position(inFile: "/other") == nil)
    }

    @Test func `what is stored or settled waits for the disk`() async throws {
        try await withOutbox { outbox in
            // SQLite's number for a connection that waits for the disk after each transaction is 2.
            @Sendable func level() async throws -> Int64? {
                try await outbox.read { db in try db.integer("PRAGMA synchronous") }
            }
            try await outbox.store([event()])
            #expect(try await level() == 2)
            let part = try #require(try await outbox.next()?.parts.first)
            try await outbox.settle([LaneSettlement(part.lane, part.receipts.map { .done($0) })])
            #expect(try await level() == 2)
        }
    }

    @Test func `an outbox of the first version is upgraded`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/outbox"
        do {
            let old = try SQLiteFile(path: path)
            try OutboxSchema.migrations.apply(to: old, upTo: "1: lanes, receipts, dead letters, checks")
            try await old.write { db in
                try db.run(script: "INSERT INTO lanes (id, conversation, user) VALUES (1, 'c1', 'bob')")
                try db.run(
                    script: "INSERT INTO receipts (lane, message, kind, stored_at) VALUES (1, 'm1', 2, 5)")
            }
            old.close()
        }
        let outbox = try Outbox(path: path)
        #expect(try await outbox.statistics().queued == 1)
        #expect(try await outbox.next()?.parts[0].receipts.map(\.messageID) == ["m1"])
        #expect(try await outbox.position(inFile: "/events") == nil)
    }

    @Test func `lanes are handed out one after the other, each in the order of its receipts`() async throws {
        try await withOutbox { outbox in
            try await outbox.store((0..<5).map { event(of: "m\($0)", by: "bob") })
            try await outbox.store((0..<2).map { event(of: "m\($0)", by: "carol") })
            try await outbox.store([event(of: "x", by: "bob", in: "c2")])
            let first = try #require(try await outbox.next(limit: 3))
            #expect(first.parts.map(\.lane.userID) == ["bob"])
            #expect(first.parts[0].receipts.map(\.messageID) == ["m0", "m1", "m2"])
            let second = try #require(try await outbox.next(after: first.parts[0].lane.id))
            #expect(second.parts.map(\.lane.userID) == ["carol"])
            let third = try #require(try await outbox.next(after: second.parts[0].lane.id))
            #expect((third.parts[0].lane.conversationID, third.count) == ("c2", 1))
            #expect(try await outbox.next(after: third.parts[0].lane.id) == nil)
            // Receipts that are being written already are skipped.
            let busy = Set([first, second].map(\.parts[0].lane.id))
            #expect(try await outbox.next(except: busy) == third)
        }
    }

    @Test func `many lanes are written together where one caller may write for all`() async throws {
        try await withOutbox { outbox in
            for user in 0..<300 {
                try await outbox.store([event(by: "u\(user)"), event(of: "m2", by: "u\(user)")])
            }
            let batch = try #require(try await outbox.next(limit: 500, mixesLanes: true))
            #expect((batch.parts.count, batch.count) == (250, 500))
            let rest = try #require(try await outbox.next(after: batch.parts[249].lane.id, mixesLanes: true))
            #expect((rest.parts.count, rest.count) == (50, 100))
        }
    }

    @Test func `a settled receipt is deleted, and its lane with the last one`() async throws {
        try await withOutbox { outbox in
            try await outbox.store([event(), event(of: "m2")])
            let (lane, receipts) = try #require(try await outbox.next()).parts[0]
            try await outbox.settle([LaneSettlement(lane, [.done(receipts[0])])])
            #expect(try await outbox.next()?.parts[0].receipts == [receipts[1]])
            try await outbox.settle([LaneSettlement(lane, [.done(receipts[1])])])
            #expect(try await outbox.next() == nil)
            #expect(try await outbox.statistics() == OutboxStatistics())
            // Settling it again is harmless.
            try await outbox.settle([LaneSettlement(lane, [.done(receipts[1])])])
            #expect(try await outbox.store([event()]).counts == [1, 0])
        }
    }

    @Test func `a message that is read while its delivered receipt is being written is not lost`()
        async throws
    {
        try await withOutbox { outbox in
            try await outbox.store([event(.delivered)])
            let (lane, receipts) = try #require(try await outbox.next()).parts[0]
            try await outbox.store([event(.read)])
            try await outbox.settle([LaneSettlement(lane, [.done(receipts[0])])])
            #expect(try await outbox.next()?.parts[0].receipts.map(\.receipt) == [.read])
            // Neither is refusing it.
            try await outbox.settle([
                LaneSettlement(lane, [.dead(receipts[0], code: "NOT_FOUND", reason: "gone")])
            ])
            #expect(try await outbox.statistics().queued == 1)
            #expect(try await outbox.statistics().deadLetters == 0)
        }
    }

    @Test func `a lane that cannot be written waits, and the others do not`() async throws {
        let clock = TestTime(1000)
        try await withOutbox(clock) { outbox in
            try await outbox.store([event(by: "bob"), event(by: "carol")])
            let bob = try #require(try await outbox.next()).parts[0].lane
            try await outbox.settle([LaneSettlement(bob, postponedUntil: 1500)])
            #expect(try await outbox.next()?.parts.map(\.lane.userID) == ["carol"])
            #expect(try await outbox.firstPostponement() == 1500)
            clock.milliseconds = 1500
            let again = try #require(try await outbox.next()).parts[0]
            #expect((again.lane.userID, again.lane.failures) == ("bob", 1))
            #expect(try await outbox.firstPostponement() == nil)
            // After one success, earlier failures no longer count.
            try await outbox.store([event(of: "m2", by: "bob")])
            try await outbox.settle([LaneSettlement(again.lane, [.done(again.receipts[0])])])
            #expect(try await outbox.next()?.parts[0].lane.failures == 0)
        }
    }

    @Test func `a full outbox refuses a whole request, and accepts more once there is room`()
        async throws
    {
        try await withOutbox(limit: 3) { outbox in
            try await outbox.store([event(of: "m1"), event(of: "m2")])
            let refusal = await #expect(throws: OutboxError.self) {
                try await outbox.store([event(of: "m3"), event(of: "m4")])
            }
            #expect(refusal?.code == .full)
            #expect(
                refusal?.description
                    == "the outbox \(outbox.path) holds 2 receipts of at most 3; send the events again later")
            #expect(try await outbox.statistics().queued == 2)
            let (lane, receipts) = try #require(try await outbox.next()).parts[0]
            try await outbox.settle([LaneSettlement(lane, [.done(receipts[0])])])
            #expect(try await outbox.store([event(of: "m3"), event(of: "m4")]).new == 2)
        }
    }

    @Test func `a receipt that can never be written is kept with the reason, and written after a retry`()
        async throws
    {
        let clock = TestTime(7000)
        try await withOutbox(clock) { outbox in
            try await outbox.store([event(of: "m1"), event(.delivered, of: "m2")])
            let (lane, receipts) = try #require(try await outbox.next()).parts[0]
            try await outbox.settle([
                LaneSettlement(
                    lane, receipts.map { .dead($0, code: "NOT_FOUND", reason: "there is no such message") })
            ])
            #expect(try await outbox.next() == nil)
            let letters = try await outbox.deadLetters()
            #expect(letters.map(\.event) == [event(of: "m1"), event(.delivered, of: "m2")])
            #expect(letters.map(\.code) == ["NOT_FOUND", "NOT_FOUND"])
            #expect(letters[0].reason == "there is no such message")
            #expect(letters[0].refusedAt == 7000)
            #expect(try await outbox.deadLetters(after: letters[0].id).map(\.id) == [letters[1].id])

            #expect(try await outbox.retryDeadLetters([letters[0]]) == 1)
            #expect(try await outbox.next()?.parts[0].receipts.map(\.messageID) == ["m1"])
            #expect(try await outbox.retryDeadLetters([letters[0]]) == 0)
            #expect(try await outbox.dropDeadLetters(letters) == 1)
            let statistics = try await outbox.statistics()
            #expect((statistics.queued, statistics.oldestStoredAt, statistics.deadLetters) == (1, 7000, 0))
        }
    }

    @Test func `everything is there when the file is opened again`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/outbox"
        do {
            let outbox = try Outbox(path: path)
            try await outbox.store((0..<100).map { event(of: "m\($0)") })
        }
        let outbox = try Outbox(path: path, limit: 100)
        #expect(try await outbox.statistics().queued == 100)
        #expect(try await outbox.next(limit: 500)?.count == 100)
        await #expect(throws: OutboxError.self) { try await outbox.store([event(of: "m100")]) }
    }

    @Test func `events that are stored at the same time are all kept`() async throws {
        try await withOutbox { outbox in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for user in 0..<200 {
                    group.addTask { try await outbox.store([event(of: "m\(user % 7)", by: "u\(user)")]) }
                }
                try await group.waitForAll()
            }
            #expect(try await outbox.statistics().queued == 200)
        }
    }

    @Test func `ids that Swift considers equal are kept apart`() async throws {
        try await withOutbox { outbox in
            let intake = try await outbox.store([
                event(by: "\u{E9}"), event(by: "e\u{301}"), event(of: "\u{E9}"), event(of: "e\u{301}"),
            ])
            #expect(intake.counts == [4, 0])
        }
    }

    @Test func `the statistics are available to a cancelled task too`() async throws {
        try await withOutbox { outbox in
            try await outbox.store([event()])
            let statistics = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await outbox.statistics()
            }
            #expect(try await statistics.value.queued == 1)
        }
    }

    @Test func `a file that is not an outbox is reported, and left unchanged`() async throws {
        let text = String(repeating: "These are notes. ", count: 100)
        let folder = try TemporaryFolder(["notes.txt": text])
        let path = "\(folder.path)/notes.txt"
        let refusal = #expect(throws: OutboxError.self) { _ = try Outbox(path: path) }
        #expect(refusal?.code == .unreadable)
        #expect(refusal?.description.hasPrefix("\(path) is not an outbox, or is damaged: ") == true)
        #expect(try folder.read("notes.txt") == text)
        let missing = #expect(throws: OutboxError.self) { _ = try Outbox(path: "\(folder.path)/no/where") }
        #expect(missing?.code == .disk)
    }

    @Test func `a second worker on the same file is refused while the first one is running`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/outbox"
        do {
            let lock = try OutboxLock(of: path)
            let refusal = #expect(throws: OutboxError.self) { _ = try OutboxLock(of: path) }
            #expect(refusal?.code == .taken)
            let advice = "already uses the outbox \(path); stop it, or pass another --outbox"
            #expect(refusal?.description.hasSuffix(advice) == true)
            _ = consume lock
        }
        _ = try OutboxLock(of: path)
    }
}

extension Outbox.Intake {
    fileprivate var counts: [Int] { [new, covered] }
}

extension Outbox {
    /// The next batch, with the parameters of most tests.
    fileprivate func next(
        after lane: Int64 = 0, except busy: Set<Int64> = [], limit: Int = 500, mixesLanes: Bool = false
    ) async throws -> OutboxBatch? {
        try await handOut(after: lane, except: busy, limit: limit, mixesLanes: mixesLanes).batch
    }
}

/// An outbox in a folder of its own, which is deleted with it.
func withOutbox(
    _ clock: TestTime = TestTime(1000), limit: Int = 1000, _ body: (Outbox) async throws -> Void
) async throws {
    let folder = try TemporaryFolder()
    try await body(try Outbox(path: "\(folder.path)/outbox", limit: limit, now: { clock.milliseconds }))
}
