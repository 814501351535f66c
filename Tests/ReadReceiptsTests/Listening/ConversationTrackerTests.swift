import FirestoreModel
import TestSupport
import Testing

@testable import ReadReceipts

@Suite("What a listener knows of a conversation")
struct ConversationTrackerTests {
    private static let group = Conversation(id: "c1", members: ["alice", "bob", "carol"])

    private func tracker(
        viewer: UserID? = "alice", schema: ReceiptSchema = .status, newest: Int? = nil,
        members: [UserID] = ["alice", "bob", "carol"]
    ) -> ConversationTracker {
        var tracker = ConversationTracker(
            conversationID: "c1", viewer: viewer, schema: schema, newest: newest)
        _ = tracker.received(Conversation(id: "c1", members: members))
        return tracker
    }

    private func message(
        _ id: MessageID, from sender: UserID = "alice", at time: Int64? = nil, _ status: String? = "sent",
        readBy: [UserID] = [], version: Int64 = 1, schema: ReceiptSchema = .status
    ) throws -> Document {
        var fields: MapValue = [
            FieldName(schema.sender): .string(sender.string),
            FieldName(schema.readBy): .array(readBy.map { .string($0.string) }),
        ]
        if let field = schema.status, let status { fields[FieldName(field)] = .string(status) }
        if let time {
            fields[FieldName(schema.timestamp)] = .timestamp(Timestamp(seconds: time, nanoseconds: 0))
        }
        let segments = ["conversations", "c1", "messages", id.string].map { ResourceID($0) }
        let path = try #require(DocumentPath(segments: segments))
        return Document(
            name: DocumentName(DatabaseID(project: "p"), path), fields: fields,
            createTime: Timestamp(seconds: 1, nanoseconds: 0),
            updateTime: Timestamp(seconds: version, nanoseconds: 0))
    }

    /// A poll of everything.
    private func poll(_ tracker: inout ConversationTracker, _ documents: [Document]) -> [ReceiptUpdate] {
        tracker.received(
            documents.map { Message($0, schema: tracker.schema) }, by: tracker.look(atEverything: false))
    }

    private func apply(_ tracker: inout ConversationTracker, _ event: LocalEvent) -> [ReceiptUpdate] {
        tracker.received(event)
    }

    private func undelivered(_ tracker: inout ConversationTracker) -> [Message] {
        tracker.takeUndelivered()
    }

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds, nanoseconds: 0) }

    // MARK: Polls

    @Test func `the first poll adds everything, oldest first`() throws {
        var tracker = tracker()
        let updates = poll(
            &tracker, [try message("b", at: 2), try message("a", at: 3), try message("c", at: 1)])
        #expect(updates.map(\.message.id) == ["c", "b", "a"])
        #expect(updates.allSatisfy { $0.kind == .added && $0.previous == nil && !$0.hasPendingWrites })
    }

    @Test func `the same again changes nothing`() throws {
        var tracker = tracker()
        let documents = [try message("a", at: 1)]
        _ = poll(&tracker, documents)
        #expect(poll(&tracker, documents) == [])
    }

    @Test func `A2: a receipt comes with what the sender saw before and sees now`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", at: 1, "delivered")])
        let updates = poll(&tracker, [try message("a", at: 1, "read", readBy: ["bob"], version: 2)])
        #expect(updates.map(\.kind) == [.modified])
        #expect(updates[0].previous?.readBy == [])
        #expect(
            updates[0].previousReceipt
                == .status(DisplayedStatus(status: .delivered, readCount: 0, recipientCount: 2)))
        #expect(
            updates[0].receipt
                == .status(DisplayedStatus(status: .delivered, readCount: 1, recipientCount: 2)))
    }

    @Test func `A13: messages of others show no receipt, and to nobody in particular those of all do`() throws
    {
        let documents = [try message("a", from: "bob", at: 1)]
        var (alices, anybodys) = (tracker(), tracker(viewer: nil))
        #expect(poll(&alices, documents)[0].receipt == nil)
        #expect(poll(&anybodys, documents)[0].receipt != nil)
    }

    @Test func `what is deleted is removed, as it was`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", at: 1), try message("b", at: 2)])
        let updates = poll(&tracker, [try message("b", at: 2), try message("c", at: 3)])
        #expect(updates.map(\.kind) == [.removed, .added])
        #expect(updates[0].message.id == "a")
        #expect(updates[0].receipt == nil && updates[0].previousReceipt != nil)
    }

    @Test func `newer messages push the oldest out of the newest`() throws {
        var tracker = tracker(newest: 2)
        _ = poll(&tracker, [try message("a", at: 1), try message("b", at: 2)])
        let updates = poll(&tracker, [try message("b", at: 2), try message("c", at: 3)])
        #expect(updates.map { "\($0.kind) \($0.message.id)" } == ["removed a", "added c"])
    }

    @Test func `A12: who leaves is not waited for, which is to be seen at once`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", at: 1, "read", readBy: ["bob"])])
        let updates = tracker.received(Conversation(id: "c1", members: ["alice", "bob"]))
        #expect(updates.map(\.kind) == [.modified])
        #expect(
            updates[0].receipt == .status(DisplayedStatus(status: .read, readCount: 1, recipientCount: 1)))
    }

    // MARK: How far back to look

    @Test func `a history that everybody has read is not looked at again`() throws {
        var tracker = tracker()
        #expect(tracker.horizon == .everything)
        _ = poll(
            &tracker,
            [
                try message("a", at: 1, "read", readBy: ["bob", "carol"]),
                try message("b", from: "bob", at: 2, "read", readBy: ["carol", "alice"]),
            ])
        #expect(tracker.horizon == .after(time(2)))
        // And messages that were not read have not been removed.
        #expect(poll(&tracker, []) == [])
        #expect(tracker.horizon == .after(time(2)))
    }

    @Test func `a poll looks back to the oldest message that somebody has not read`() throws {
        var tracker = tracker()
        _ = poll(
            &tracker,
            [
                try message("a", at: 1, "read", readBy: ["bob", "carol"]),
                try message("b", at: 2, "read", readBy: ["bob"]),
                try message("c", at: 3, "read", readBy: ["bob", "carol"]),
            ])
        #expect(tracker.horizon == .from(time(2)))
        _ = poll(
            &tracker,
            [
                try message("b", at: 2, "read", readBy: ["bob", "carol"], version: 2),
                try message("c", at: 3, "read", readBy: ["bob", "carol"]),
            ])
        #expect(tracker.horizon == .after(time(3)))
    }

    @Test func `a message within the horizon that is gone lets the horizon move on`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", at: 1), try message("b", at: 2)])
        #expect(tracker.horizon == .from(time(1)))
        #expect(poll(&tracker, [try message("b", at: 2)]).count == 1)
        #expect(tracker.horizon == .from(time(2)))
    }

    @Test func `a message without a time keeps the whole conversation in sight until it is read`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a"), try message("b", at: 2)])
        #expect(tracker.horizon == .everything)
        _ = poll(
            &tracker,
            [try message("a", nil, readBy: ["bob", "carol"], version: 2), try message("b", at: 2)])
        #expect(tracker.horizon == .everything, "it has no status")
        _ = poll(
            &tracker,
            [try message("a", "read", readBy: ["bob", "carol"], version: 3), try message("b", at: 2)])
        #expect(tracker.horizon == .from(time(2)))
    }

    @Test func `a new member unsettles the history`() throws {
        var tracker = tracker(members: ["alice", "bob"])
        _ = poll(&tracker, [try message("a", at: 1, "read", readBy: ["bob"])])
        #expect(tracker.horizon == .after(time(1)))
        _ = tracker.received(Self.group)
        #expect(tracker.horizon == .from(time(1)))
    }

    // MARK: Polls of everything

    private func refresh(_ tracker: inout ConversationTracker, _ documents: [Document]) -> [ReceiptUpdate] {
        tracker.received(
            documents.map { Message($0, schema: tracker.schema) }, by: tracker.look(atEverything: true))
    }

    @Test func `a look at everything finds what has become of a settled history`() throws {
        var tracker = tracker()
        let readers: [UserID] = ["bob", "carol"]
        _ = poll(
            &tracker,
            [
                try message("a", at: 1, "read", readBy: readers),
                try message("b", at: 2, "read", readBy: readers),
                try message("c", at: 5, "read", readBy: readers),
            ])
        let updates = refresh(
            &tracker,
            [
                try message("b", at: 2, "read", readBy: readers, version: 7), try message("n", at: 3),
                try message("c", at: 5, "read", readBy: readers),
            ])
        #expect(updates.map { "\($0.kind) \($0.message.id)" } == ["removed a", "modified b", "added n"])
    }

    @Test func `after other data has come with earlier times, what is new there is found by the next poll`()
        throws
    {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", at: 100, "read", readBy: ["bob", "carol"])])
        _ = refresh(&tracker, [try message("b", at: 1, "read", readBy: ["bob", "carol"])])
        #expect(tracker.horizon == .after(time(1)))
        _ = refresh(&tracker, [])
        #expect(tracker.horizon == .everything)
    }

    @Test func `an edit at the same update time is seen, as emulators can stop their clock`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", at: 1, "sent")])
        #expect(poll(&tracker, [try message("a", at: 1, "delivered")]).map(\.kind) == [.modified])
    }

    @Test func `a conversation that is gone and comes back shows its receipts again`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", at: 1)])
        #expect(tracker.received(nil).map(\.receipt) == [nil])
        #expect(tracker.received(Self.group).compactMap(\.receipt).count == 1)
    }

    @Test
    func `a message of one's own that was deleted before any look has found it is removed by the second one`()
        throws
    {
        var tracker = tracker()
        _ = poll(&tracker, [])
        _ = tracker.received(.sending(Message(id: "n", senderID: "alice", status: .sent, sending: .sent)))
        #expect(poll(&tracker, []) == [])
        #expect(refresh(&tracker, []) == [], "it may have begun before the message arrived")
        #expect(refresh(&tracker, []).map { "\($0.kind) \($0.message.id)" } == ["removed n"])
        #expect(refresh(&tracker, []) == [])
    }

    @Test func `what is removed need not be marked delivered any more`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", from: "bob", at: 1)])
        _ = poll(&tracker, [])
        #expect(undelivered(&tracker) == [])
    }

    // MARK: Deliveries

    @Test func `B5: messages of others that are not delivered are handed out once, until they change`() throws
    {
        var tracker = tracker()
        let documents = [
            try message("a", from: "bob", at: 1), try message("b", at: 2),
            try message("c", from: "bob", at: 3, "delivered"),
        ]
        _ = poll(&tracker, documents)
        #expect(undelivered(&tracker).map(\.id) == ["a"])
        _ = poll(&tracker, documents)
        #expect(undelivered(&tracker) == [])
        _ = poll(&tracker, [try message("a", from: "bob", at: 1, "sent", version: 2)] + documents.dropFirst())
        let again = undelivered(&tracker)
        #expect(again.count == 1)
        tracker.putBack(undelivered: again)
        #expect(undelivered(&tracker) == again)
    }

    @Test func `nobody in particular receives nothing`() throws {
        var tracker = tracker(viewer: nil)
        _ = poll(&tracker, [try message("a", from: "bob", at: 1)])
        #expect(undelivered(&tracker) == [])
    }

    // MARK: Local changes

    private func change(_ id: Int, _ receipt: Receipt = .read, _ ids: [MessageID]? = ["a"]) -> LocalChange {
        LocalChange(
            id: id, request: ReceiptRequest(receipt, conversationID: "c1", messageIDs: ids), user: "alice")
    }

    @Test func `a local change shows at once, and again when the server has confirmed it`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", from: "bob", at: 1), try message("b", from: "bob", at: 2)])
        let local = apply(&tracker, .began(change(1)))
        #expect(local.map(\.message.id) == ["a"])
        #expect((local[0].message.status, local[0].message.readBy) == (.read, ["alice"]))
        #expect(local[0].hasPendingWrites)

        // A poll that began earlier does not undo it.
        #expect(
            poll(&tracker, [try message("a", from: "bob", at: 1), try message("b", from: "bob", at: 2)]) == []
        )
        #expect(apply(&tracker, .landed([1], exceptMessageIDs: [])) == [])
        let confirmed = poll(
            &tracker,
            [
                try message("a", from: "bob", at: 1, "read", readBy: ["alice"], version: 2),
                try message("b", from: "bob", at: 2),
            ])
        #expect(confirmed.map(\.kind) == [.modified])
        #expect(!confirmed[0].hasPendingWrites)
        #expect(confirmed[0].message.readBy == ["alice"])
        #expect(tracker.look(atEverything: false).landedChanges.isEmpty)
    }

    @Test func `a local change that is refused is taken back`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", from: "bob", at: 1)])
        _ = apply(&tracker, .began(change(1)))
        let back = apply(&tracker, .refused([1]))
        #expect(back.map(\.message.readBy) == [[]])
        #expect(back.map(\.message.status) == [.sent])
        #expect(back.map(\.hasPendingWrites) == [false])
    }

    @Test func `of a change that landed for some, the others are taken back`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", from: "bob", at: 1), try message("b", from: "bob", at: 2)])
        _ = apply(&tracker, .began(change(1, .read, nil)))
        let back = apply(&tracker, .landed([1], exceptMessageIDs: ["b"]))
        #expect(back.map(\.message.id) == ["b"])
        #expect(back[0].message.readBy == [])
    }

    @Test func `what the server has made of a change that it did not carry out shows with the next poll`()
        throws
    {
        var tracker = tracker()
        let documents = [try message("a", from: "bob", at: 1)]
        _ = poll(&tracker, documents)
        _ = apply(&tracker, .began(change(1)))
        _ = apply(&tracker, .landed([1], exceptMessageIDs: []))
        let updates = poll(&tracker, documents)
        #expect(updates.map(\.message.readBy) == [[]])
    }

    @Test func `A9: two changes at once show the further one`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [try message("a", from: "bob", at: 1)])
        _ = apply(&tracker, .began(change(1, .read)))
        #expect(apply(&tracker, .began(change(2, .delivered))) == [])
        #expect(apply(&tracker, .refused([2])) == [])
    }

    @Test func `A14: a message of one's own is sending, then sent, then the server's`() throws {
        var tracker = tracker()
        _ = poll(&tracker, [])
        var own = Message(id: "n", senderID: "alice", status: .sending, sending: .sending)
        let sending = apply(&tracker, .sending(own))
        #expect(sending.map(\.kind) == [.added])
        #expect(sending[0].hasPendingWrites)
        #expect(
            sending[0].receipt
                == .status(DisplayedStatus(status: .sending, readCount: 0, recipientCount: 2)))
        (own.status, own.sending) = (.sent, .sent)
        let sent = apply(&tracker, .sending(own))
        #expect(sent.map(\.kind) == [.modified])
        let confirmed = poll(&tracker, [try message("n", at: 9)])
        #expect(confirmed.map(\.kind) == [.modified])
        #expect(confirmed[0].message.timestamp == time(9))
        #expect(!confirmed[0].hasPendingWrites)
        #expect(apply(&tracker, .sending(own)) == [])
    }

    // MARK: Against a simple model

    @Test(arguments: SeededGenerator.seeds(20))
    func `random chats: the updates, put together, are the chat`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var tracker = tracker(viewer: "alice")
        var server: [MessageID: Document] = [:]
        var seen: [MessageID: Message] = [:]
        var clock: Int64 = 0
        for step in 0..<200 {
            clock += 1
            switch random.int(0...9) {
            case 0...3:
                let id: MessageID = "m\(step)"
                server[id] = try message(
                    id, from: ["alice", "bob", "carol"][random.int(0...2)], at: clock, version: clock)
            case 4...7:
                // Everybody reads from the beginning, as people do.
                let unread = server.values.sorted { $0.name < $1.name }.filter {
                    Message($0, schema: .status).readBy.count < 2
                }
                guard let document = unread.isEmpty ? nil : unread[random.int(0...unread.count - 1)] else {
                    break
                }
                let old = Message(document, schema: .status)
                let reader = (["alice", "bob", "carol"] as [UserID]).first {
                    $0 != old.senderID && !old.readBy.contains($0)
                }
                server[old.id] = try message(
                    old.id, from: old.senderID ?? "", at: old.timestamp?.seconds, "read",
                    readBy: old.readBy + [reader].compactMap(\.self), version: clock)
            case 8:
                // Only messages that somebody has not read yet; the others are not read again.
                let open = server.values.filter {
                    tracker.horizon.includes(Message($0, schema: .status).timestamp)
                }
                if let document = open.min(by: { $0.name < $1.name }) {
                    server[MessageID(document.name.path.id.string)] = nil
                }
            default: break
            }
            let look = tracker.look(atEverything: false)
            let found = server.values.map { Message($0, schema: .status) }.filter {
                look.horizon.includes($0.timestamp)
            }
            for update in tracker.received(found, by: look) {
                #expect((seen[update.message.id] == nil) == (update.kind == .added), "step \(step)")
                seen[update.message.id] = update.kind == .removed ? nil : update.message
            }
            #expect(seen == server.mapValues { Message($0, schema: .status) }, "step \(step)")
        }
    }

    /// A chat on a server that allows every change of its messages.
    private struct ModelChat {
        var random: SeededGenerator
        var messages: [MessageID: Message] = [:]
        private var clock: Int64 = 1000
        private var lastID = 0

        init(seed: UInt64) { random = SeededGenerator(seed: seed) }

        private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds, nanoseconds: 0) }

        /// Writes a message.
        mutating func write(_ id: MessageID, from sender: UserID, at seconds: Int64) {
            messages[id] = Message(
                id: id, senderID: sender, status: .sent, timestamp: time(seconds), text: "text \(clock)",
                updateTime: time(clock))
        }

        /// Makes a change that people or programs make.
        mutating func step() {
            clock += 1
            let ids = messages.keys.sorted()
            let old = ids.isEmpty ? nil : random.pick(ids)
            lastID += 1
            switch random.int(0...11) {
            case 0...3: write("m\(lastID)", from: random.pick(["alice", "bob", "carol"]), at: clock)
            case 4...6: if let old { read(old) }
            case 7: if let old { edit(old) { $0.text = "edited \($0.updateTime.seconds)" } }
            case 8: if let old { messages[old] = nil }
            case 9: write("past\(lastID)", from: "bob", at: Int64(random.int(1...Int(clock))))
            case 10:
                let when = time(Int64(random.int(1...Int(clock))))
                if let old { edit(old) { $0.timestamp = when } }
            // A restart with different data, which may have the same ids.
            default:
                if random.oneIn(6) {
                    messages = [:]
                    clock = Int64(random.int(500...1500))
                    for number in 0..<random.int(0...6) { write("m\(number)", from: "bob", at: clock) }
                }
            }
        }

        private mutating func read(_ id: MessageID) {
            let readers = (["alice", "bob", "carol"] as [UserID]).filter {
                $0 != messages[id]?.senderID && messages[id]?.readBy.contains($0) == false
            }
            guard !readers.isEmpty else { return }
            let reader = random.pick(readers)
            edit(id) { message in
                message.status = .read
                message.readBy.append(reader)
            }
        }

        private mutating func edit(_ id: MessageID, _ change: (inout Message) -> Void) {
            guard var message = messages[id] else { return }
            message.updateTime = time(clock)
            change(&message)
            messages[id] = message
        }

        /// The result of a query: the messages since a time, or the newest of them.
        func answer(to horizon: Horizon, newest: Int?) -> [Message] {
            let found = messages.values.filter { horizon.includes($0.timestamp) }.sorted(by: Message.isOlder)
            return newest.map { Array(found.suffix($0)) } ?? found
        }
    }

    @Test(arguments: SeededGenerator.seeds(40))
    func
        `random chats with edits, deletions, inserts in the past, outages and restarts: each look at everything makes the view what the database holds`(
            seed: UInt64
        ) throws
    {
        var chat = ModelChat(seed: seed)
        let newest = chat.random.oneIn(2) ? 7 : nil
        var tracker = tracker(viewer: "alice", newest: newest)
        var refreshes = RefreshSchedule(interval: .seconds(10))
        var isDown = false
        var seen: [MessageID: Message] = [:]
        var looks = 0
        for step in 0..<400 {
            for _ in 0..<chat.random.int(0...2) { chat.step() }
            if chat.random.oneIn(20) { isDown.toggle() }
            refreshes.passed(.seconds(1))
            if isDown {
                refreshes.demand()
                continue
            }
            let look = tracker.look(atEverything: refreshes.isDue)
            if look.isRefresh { refreshes.refreshed() }
            for update in tracker.received(chat.answer(to: look.horizon, newest: newest), by: look) {
                #expect((seen[update.message.id] == nil) == (update.kind == .added), "step \(step)")
                seen[update.message.id] = update.kind == .removed ? nil : update.message
            }
            guard look.isRefresh else { continue }
            looks += 1
            let expected = chat.answer(to: .everything, newest: newest)
            #expect(seen.values.sorted(by: Message.isOlder) == expected, "step \(step)")
        }
        #expect(looks >= 10)
    }

    // MARK: Pushes

    /// A push of what has changed.
    private func push(
        _ tracker: inout ConversationTracker, _ documents: [Document] = [], removed: [MessageID] = [],
        isRefresh: Bool = false
    ) -> [String] {
        tracker.received(
            documents.map { Message($0, schema: tracker.schema) }, removed: removed,
            by: tracker.look(atEverything: isRefresh)
        ).map {
            "\($0.kind) \($0.message.id)\($0.message.readBy.map { " \($0)" }.joined())\($0.hasPendingWrites ? " pending" : "")"
        }
    }

    @Test func `a push changes what it names, and leaves the rest`() throws {
        var tracker = tracker()
        #expect(
            push(&tracker, [try message("b", at: 2), try message("a", at: 1)]) == ["added a", "added b"])
        #expect(push(&tracker) == [])
        #expect(
            push(&tracker, [try message("a", at: 1, "read", readBy: ["bob"], version: 2)]) == [
                "modified a bob"
            ])
        #expect(
            push(&tracker, [try message("c", at: 3)], removed: ["a", "unknown"]) == [
                "removed a bob", "added c",
            ])
        #expect(push(&tracker, [try message("b", at: 2)]) == [])
    }

    @Test func `a local change shows until a push has it, also if an older push comes in between`() throws {
        var tracker = tracker(viewer: "bob")
        _ = push(&tracker, [try message("a", at: 1), try message("b", at: 2)])
        let change = LocalChange(
            id: 1, request: ReceiptRequest(.read, conversationID: "c1", messageIDs: ["a", "b"]), user: "bob")
        #expect(apply(&tracker, .began(change)).map(\.message.readBy) == [["bob"], ["bob"]])
        _ = apply(&tracker, .landed([1], exceptMessageIDs: []))
        // It was on its way before the commit.
        let older = try message("a", at: 1, "delivered", version: 2)
        #expect(push(&tracker, [older]) == ["modified a bob pending"])
        let read = try message("a", at: 1, "read", readBy: ["bob"], version: 3)
        #expect(push(&tracker, [read]) == ["modified a bob"])
        #expect(
            push(&tracker, [try message("b", at: 2, "read", readBy: ["bob"], version: 3)]) == [
                "modified b bob"
            ])
    }

    @Test func `a local change that the server has undone shows until the second refresh`() throws {
        var tracker = tracker(viewer: "bob")
        _ = push(&tracker, [try message("a", at: 1)])
        let change = LocalChange(
            id: 1, request: ReceiptRequest(.read, conversationID: "c1", messageIDs: ["a"]), user: "bob")
        _ = apply(&tracker, .began(change))
        _ = apply(&tracker, .landed([1], exceptMessageIDs: []))
        #expect(push(&tracker) == [])
        #expect(push(&tracker, isRefresh: true) == [])
        #expect(push(&tracker, isRefresh: true) == ["modified a"])
        #expect(push(&tracker, isRefresh: true) == [])
    }
}
