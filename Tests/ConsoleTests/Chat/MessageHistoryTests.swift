import FirestoreModel
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("The messages of a pane")
struct MessageHistoryTests {
    private func message(_ number: Int, version: Int64 = 0, id: MessageID? = nil) -> Message {
        Message(
            id: id ?? "m\(number)", senderID: "alice", status: .sent,
            timestamp: Timestamp(seconds: Int64(number), nanoseconds: 0),
            updateTime: Timestamp(seconds: version, nanoseconds: 0))
    }

    private func updates(_ kind: ReceiptUpdate.Kind, _ numbers: some Sequence<Int>) -> [ReceiptUpdate] {
        numbers.map { ReceiptUpdate(kind, conversationID: "c", message: message($0)) }
    }

    @Test func `fewer messages than a page are all there are`() {
        var history = MessageHistory()
        _ = history.received(updates(.added, 1...3), isFirst: true)
        #expect(history.isComplete && history.oldest?.id == "m1")
        var full = MessageHistory()
        _ = full.received(updates(.added, 1...MessageHistory.pageSize), isFirst: true)
        #expect(!full.isComplete)
    }

    @Test func `a message that newer ones push out of what is listened to stays on the page`() {
        var history = MessageHistory()
        let size = MessageHistory.pageSize
        _ = history.received(updates(.added, 1...size), isFirst: true)
        let told = history.received(
            updates(.removed, [1]) + updates(.added, [size + 1]), isFirst: false)
        #expect(told.map(\.message.id) == ["m\(size + 1)"])
        #expect(history.oldest?.id == "m1")
    }

    @Test func `a message that was deleted leaves the page`() {
        var history = MessageHistory()
        _ = history.received(updates(.added, 1...5), isFirst: true)
        #expect(history.received(updates(.removed, [3]), isFirst: false).map(\.message.id) == ["m3"])
        let size = MessageHistory.pageSize
        var full = MessageHistory()
        _ = full.received(updates(.added, 1...size), isFirst: true)
        #expect(full.received(updates(.removed, [size]), isFirst: false).map(\.message.id) == ["m\(size)"])
    }

    @Test func `older messages are told of when they have changed, come or gone`() {
        var history = MessageHistory()
        #expect(history.pageToRefresh == nil)
        _ = history.received(updates(.added, 500..<700), isFirst: true)
        history.received(page: (300..<500).map { message($0) })
        let refresh = history.pageToRefresh
        #expect(refresh?.end?.id == "m500")
        guard let refresh else { return }
        var page = (300..<500).filter { $0 != 302 }.map { message($0) }
        page[1] = message(301, version: 9)
        page.insert(message(299), at: 0)
        let (added, changed, gone, isRoundOver) = history.received(page, of: refresh)
        #expect((added.map(\.id), changed.map(\.id), gone.map(\.id)) == (["m299"], ["m301"], ["m302"]))
        #expect(isRoundOver && !history.isComplete)
    }

    @Test func `pages of older messages are looked at in turn, and then anew`() {
        var history = MessageHistory()
        _ = history.received(updates(.added, 600..<800), isFirst: true)
        for page in [400..<600, 200..<400, 150..<200] { history.received(page: page.map { message($0) }) }
        var ends: [MessageID?] = []
        for page in [400..<600, 200..<400, 150..<200, 400..<600] {
            guard let refresh = history.pageToRefresh else { return }
            ends.append(refresh.end?.id)
            let (added, changed, gone, isRoundOver) = history.received(page.map { message($0) }, of: refresh)
            #expect(added.isEmpty && changed.isEmpty && gone.isEmpty)
            #expect(isRoundOver == (page.lowerBound == 150))
        }
        #expect(ends == ["m600", "m400", "m200", "m600"])
    }

    @Test func `when nothing is left to listen to, nothing older is left either`() {
        var history = MessageHistory()
        _ = history.received(updates(.added, 200..<400), isFirst: true)
        history.received(page: (100..<200).map { message($0) })
        #expect(history.received(updates(.removed, 200..<400), isFirst: false).count == 200)
        guard let refresh = history.pageToRefresh else { return }
        #expect(refresh.end == nil)
        #expect(history.received([], of: refresh).gone.count == 100)
        #expect(history.pageToRefresh == nil)
    }

    @Test
    func `of two that go at the same time, the pushed out one stays and the deleted one leaves the page`() {
        var history = MessageHistory()
        _ = history.received(updates(.added, 1...200), isFirst: true)
        let told = history.received(
            updates(.removed, [1, 150]) + updates(.added, [201, 202]), isFirst: false)
        #expect(told.map(\.message.id) == ["m150", "m201", "m202"])
    }

    @Test(arguments: SeededGenerator.seeds(12))
    func `random changes to a long chat: after each round the page shows what the database holds`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var history = MessageHistory()
        var server = Dictionary(uniqueKeysWithValues: (1...700).map { ("m\($0 * 10)", message($0 * 10)) })
        func newest(_ count: Int, before end: Message? = nil) -> [Message] {
            let found = server.values.filter { message in end.map { Message.isOlder(message, $0) } ?? true }
            return Array(found.sorted(by: Message.isOlder).suffix(count))
        }
        var listened = newest(200)
        var page: [MessageID: Message] = [:]
        for update in history.received(
            listened.map { ReceiptUpdate(.added, conversationID: "c", message: $0) }, isFirst: true)
        { page[update.message.id] = update.message }
        for _ in 0..<2 {
            let found = newest(200, before: history.oldest)
            history.received(page: found)
            for message in found { page[message.id] = message }
        }
        for round in 1...15 {
            for step in 0..<random.int(0...12) {
                let id = random.pick(server.keys.sorted())
                switch random.int(0...3) {
                case 0: server[id] = nil
                case 1: server[id]?.text = "edited \(round) \(step)"
                case 2: server["n\(round)-\(step)"] = message(random.int(1...7000), id: "n\(round)-\(step)")
                default:
                    server["z\(round)-\(step)"] = message(7000 + round * 20 + step, id: "z\(round)-\(step)")
                }
            }
            let now = newest(200)
            let (old, new) = (Set(listened.map(\.id)), Set(now.map(\.id)))
            let updates =
                listened.filter { !new.contains($0.id) }.map {
                    ReceiptUpdate(.removed, conversationID: "c", message: $0)
                }
                + now.map {
                    ReceiptUpdate(old.contains($0.id) ? .modified : .added, conversationID: "c", message: $0)
                }
            listened = now
            for update in history.received(updates, isFirst: false) {
                page[update.message.id] = update.kind == .removed ? nil : update.message
            }
            var isRoundOver = false
            while !isRoundOver, let refresh = history.pageToRefresh {
                let result = history.received(newest(200, before: refresh.end), of: refresh)
                for message in result.added + result.changed { page[message.id] = message }
                for message in result.gone { page[message.id] = nil }
                isRoundOver = result.isRoundOver
            }
            #expect(page.values.sorted(by: Message.isOlder) == newest(page.count), "round \(round)")
            #expect(page.count >= 500, "round \(round)")
        }
    }

    @Test func `a message on its way has no time, and no page ends before it`() {
        var history = MessageHistory()
        var sending = message(9)
        sending.timestamp = nil
        _ = history.received(
            [ReceiptUpdate(.added, conversationID: "c", message: sending)] + updates(.added, [10, 11]),
            isFirst: true)
        #expect(history.oldest?.id == "m10")
    }
}
