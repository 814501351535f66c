import FirestoreClient
import FirestoreModel
import ReadReceipts
import TestSupport
import Testing

/// A group in which nobody reads all cursors. The listeners' clock stands still, so nothing is polled.
@Suite("Cursors of a large group") struct LargeGroupTests {
    private static let members = 1200
    private let clock = ManualClock()

    private func time(_ second: Int64) -> Timestamp {
        Timestamp(seconds: 1_700_000_000 + second, nanoseconds: 0)
    }

    private func fields(delivered: Int, read: Int? = nil) -> [String: Any] {
        var fields: [String: Any] = [
            "deliveredUpTo": time(Int64(delivered)), "deliveredUpToID": "m\(delivered)", "updatedAt": time(9),
        ]
        if let read { (fields["readUpTo"], fields["readUpToID"]) = (time(Int64(read)), "m\(read)") }
        return fields
    }

    /// A group with the messages `m0` to `m2`: all have received m1, 300 of the others have read m0, and 100 of these m1 too.
    private func chat() async throws -> TestChat {
        let others = (1..<Self.members).map { UserID("u\($0)") }
        let chat = try await TestChat(members: ["alice"] + others, schema: .readUpTo)
        var writes: [(DocumentReference, [String: Any])] = (0..<3).map { number in
            var fields = TestChat.message(schema: .readUpTo)
            fields["timestamp"] = time(Int64(number))
            return (chat.message(MessageID("m\(number)")), fields)
        }
        for (index, user) in others.enumerated() {
            writes.append(
                (
                    cursor(of: user, in: chat),
                    fields(delivered: 1, read: index < 100 ? 1 : index < 300 ? 0 : nil)
                ))
        }
        for start in stride(from: 0, to: writes.count, by: 500) {
            let batch = chat.admin.batch()
            for (document, fields) in writes[start..<min(start + 500, writes.count)] {
                batch.setData(fields, forDocument: document)
            }
            try await batch.commit()
        }
        return chat
    }

    private func cursor(of user: UserID, in chat: TestChat) -> DocumentReference {
        chat.admin.document("conversations/c1/reads/\(user)")
    }

    /// Some members read a message, in one commit.
    private func read(_ message: MessageID, by users: ClosedRange<Int>, in chat: TestChat) async throws {
        let receipts = users.map { number in
            PendingReceipt(
                .read, conversationID: "c1", messageID: message, userID: UserID("u\(number)"))
        }
        let report = await ReceiptBatch.write(
            receipts, through: ReceiptService(firestore: chat.admin, schema: .readUpTo))
        #expect(report.documentsWritten == users.count)
    }

    /// What a listener says: `m0 300 of 1199`.
    private func counts(_ updates: [ReceiptUpdate]?) -> [String] {
        (updates ?? []).map { update in
            guard case .status(let status)? = update.receipt else { return "\(update.message.id) -" }
            return "\(update.message.id) \(status.readCount) of \(status.recipientCount)"
        }
    }

    /// The same of a listener that has not ended.
    private func told(_ updates: [ReceiptUpdate]?) throws -> [String] {
        let told: [ReceiptUpdate] = try #require(updates)
        return counts(told)
    }

    /// Lets time pass.
    private func passTime() -> Task<Void, Never> {
        Task { [clock] in
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(100))
                await Task.yield()
            }
        }
    }

    /// Lets time pass until the listener has something to say.
    private func next(_ updates: inout ReceiptListener.Iterator) async throws -> [ReceiptUpdate]? {
        let passing = passTime()
        defer { passing.cancel() }
        return try await updates.next()
    }

    @Test(.withoutFaults("a write whose answer is lost is not counted"), .timeLimit(.minutes(1)))
    func `F11: a sender has older messages counted, and reads only the cursors that move`() async throws {
        let chat = try await chat()
        let service = try chat.service("alice", listens: true)
        let listener = try ReceiptSession(service: service, userID: "alice").listen(
            conversationID: "c1", clock: clock)
        var updates = listener.makeAsyncIterator()
        #expect(
            counts(try await updates.next()) == ["m0 300 of 1199", "m1 100 of 1199", "m2 0 of 1199"])
        // The conversation, three messages, alice's cursor twice, no move, and two counts of each message: the deliveries of m0 and m1 are
        // more than 1,000 cursors.
        let before = listener.usage.documentsRead
        #expect(before == 1 + 3 + 2 + 1 + (3 + 3 + 2))

        // Where u500 was before is unknown, so the server counts again.
        try await cursor(of: "u500", in: chat).setData(
            fields(delivered: 2, read: 1).merging(["updatedAt": FieldValue.serverTimestamp()]) { $1 })
        #expect(counts(try await next(&updates)) == ["m0 301 of 1199", "m1 101 of 1199"])

        // A message sent from now on needs no count.
        try await chat.message("m3").setData(TestChat.message(schema: .readUpTo))
        #expect(counts(try await updates.next()) == ["m3 0 of 1199"])
        let sent = listener.usage.documentsRead
        try await read("m3", by: 301...400, in: chat)
        #expect(counts(try await updates.next()).last == "m3 100 of 1199")
        // Google's emulator sends the whole result after each change.
        if !chat.server.isGoogles { #expect(listener.usage.documentsRead == sent + 100) }
        let counted = try await next(&updates)
        #expect(counts(counted) == ["m0 401 of 1199", "m1 201 of 1199", "m2 100 of 1199"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `while hundreds read within a second the server counts, and afterwards moves are heard again`()
        async throws
    {
        let chat = try await chat()
        let listener = try chat.session("alice", listens: true).listen(conversationID: "c1", clock: clock)
        var updates = listener.makeAsyncIterator()
        #expect(try await updates.next()?.count == 3)
        try await chat.message("m3").setData(TestChat.message(schema: .readUpTo))
        #expect(counts(try await updates.next()) == ["m3 0 of 1199"])
        try await read("m3", by: 301...450, in: chat)
        #expect(counts(try await updates.next()).last == "m3 150 of 1199")
        let heard = listener.usage.documentsRead
        try await read("m3", by: 451...900, in: chat)
        var shown: [String] = []
        while shown.last != "m3 600 of 1199" { shown = try told(try await next(&updates)) }
        #expect(shown == ["m0 900 of 1199", "m1 700 of 1199", "m2 600 of 1199", "m3 600 of 1199"])
        // Alice's cursor, and two counts of each message; those of m0 and m1 are more than 1,000 cursors once.
        #expect(listener.usage.documentsRead <= heard + 3 * (1 + 2 * 4 + 2))

        // Soon nobody moves for half a second.
        let passing = passTime()
        defer { passing.cancel() }
        try await read("m3", by: 901...901, in: chat)
        while shown.last != "m3 601 of 1199" { shown = try told(try await updates.next()) }
        try await chat.message("m4").setData(TestChat.message(schema: .readUpTo))
        while shown.last != "m4 0 of 1199" { shown = try told(try await updates.next()) }
        try await read("m4", by: 902...903, in: chat)
        while shown.last != "m4 2 of 1199" { shown = try told(try await updates.next()) }
        if !chat.server.isGoogles { #expect(listener.usage.documentsRead < heard + 150) }
    }

    @Test(.timeLimit(.minutes(1)))
    func `the moves of a second are added up, also where the server has nothing to count`() async throws {
        let others = (1...400).map { UserID("u\($0)") }
        let chat = try await TestChat(members: ["alice"] + others, schema: .readUpTo)
        let batch = chat.admin.batch()
        for user in others {
            batch.setData(fields(delivered: 0, read: 0), forDocument: cursor(of: user, in: chat))
        }
        var old = TestChat.message(schema: .readUpTo)
        old["timestamp"] = time(0)
        batch.setData(old, forDocument: chat.message("m0"))
        try await batch.commit()
        let listener = try chat.session("alice", listens: true).listen(conversationID: "c1", clock: clock)
        var updates = listener.makeAsyncIterator()
        #expect(counts(try await updates.next()) == ["m0 400 of 400"])
        try await chat.message("m1").setData(TestChat.message(schema: .readUpTo))
        #expect(counts(try await next(&updates)) == ["m1 0 of 400"])
        for (users, count) in [(1...60, 60), (61...120, 120)] {
            try await read("m1", by: users, in: chat)
            #expect(counts(try await updates.next()) == ["m1 \(count) of 400"])
        }
        let heard = listener.usage.documentsRead
        try await read("m1", by: 121...400, in: chat)
        #expect(counts(try await next(&updates)) == ["m1 400 of 400"])
        if !chat.server.isGoogles { #expect(listener.usage.documentsRead <= heard + 3 * (1 + 2)) }
    }

    @Test(.withoutFaults("it counts what is read"), .timeLimit(.minutes(1)))
    func `who has sent nothing reads their own cursor alone, and hears their readers once they have sent`()
        async throws
    {
        let chat = try await chat()
        let listener = try chat.session("u1", listens: true).listen(
            conversationID: "c1", options: ListenerOptions(marksDelivered: false), clock: clock)
        var updates = listener.makeAsyncIterator()
        let first = try #require(try await updates.next())
        #expect(first.map { $0.message.readBy } == [["u1"], ["u1"], []])
        #expect(listener.usage.documentsRead == 1 + 3 + 1)
        try await chat.message("own").setData(TestChat.message(from: "u1", schema: .readUpTo))
        var shown = counts(try await updates.next())
        // The moves are heard as soon as the message is known.
        while shown.last != "own 0 of 1199" { shown = try told(try await next(&updates)) }
        _ = try await chat.service("u2").markAllRead(conversation: "c1", user: "u2")
        while shown.last != "own 1 of 1199" { shown = try told(try await next(&updates)) }
        if !chat.server.isGoogles { #expect(listener.usage.documentsRead < 20) }
    }

    @Test(.withoutFaults("it counts what is read"), .timeLimit(.minutes(1)))
    func `when counting has cost as much as all cursors, these are read, and nothing is counted again`()
        async throws
    {
        let members = ["alice"] + (1...209).map { UserID("u\($0)") }
        let chat = try await TestChat(members: members, schema: .readUpTo)
        let batch = chat.admin.batch()
        for number in 0..<40 {
            var fields = TestChat.message(schema: .readUpTo)
            fields["timestamp"] = time(Int64(number))
            batch.setData(fields, forDocument: chat.message(MessageID("m\(number)")))
        }
        try await batch.commit()
        let listener = try chat.session("alice", listens: true).listen(conversationID: "c1", clock: clock)
        var updates = listener.makeAsyncIterator()
        #expect(try await updates.next()?.count == 40)
        // 40 messages take 81 reads: three times are more than 210.
        for reader in 1...5 {
            try await cursor(of: "u\(reader)", in: chat).setData(
                fields(delivered: 39, read: 39).merging(["updatedAt": FieldValue.serverTimestamp()]) { $1 })
            var shown: [String] = []
            while shown.count != 40 || !shown.allSatisfy({ $0.hasSuffix(" \(reader) of 209") }) {
                shown = try told(try await next(&updates))
            }
        }
        if chat.server.isGoogles { return }
        // The conversation, the messages, alice's cursor twice, no move, twice 80 counts and her cursor; five moves, and the four or five
        // cursors that there are when all are read.
        #expect(listener.usage.documentsRead <= 1 + 40 + 1 + 1 + 2 * 81 + 5 + 5)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a poll counts, too`() async throws {
        let chat = try await chat()
        let listener = try chat.session("alice").listen(conversationID: "c1", clock: InstantClock())
        var updates = listener.makeAsyncIterator()
        #expect(
            counts(try await updates.next()) == ["m0 300 of 1199", "m1 100 of 1199", "m2 0 of 1199"])
        _ = try await chat.service("u1").markAllRead(conversation: "c1", user: "u1")
        var shown: [String] = []
        while shown.last != "m2 1 of 1199" { shown = try told(try await updates.next()) }
    }

    @Test func `F12: details have counts and a page of names`() async throws {
        let chat = try await chat()
        let alice = try chat.service("alice")
        let details = try await alice.details(
            of: "m1", conversation: "c1", user: "alice", profiles: UserProfiles(of: alice))
        #expect((details.readCount, details.recipientCount, details.notReadCount) == (100, 1199, 1099))
        #expect((details.read.count, details.notRead.count) == (50, 50))
        #expect(ReceiptFormatter().subtitle(details) == "100 of 1,199 members")
        let unread = try await alice.details(
            of: "m2", conversation: "c1", user: "alice", profiles: UserProfiles(of: alice))
        #expect((unread.readCount, unread.read.count, unread.notRead.count) == (0, 0, 50))
    }
}
