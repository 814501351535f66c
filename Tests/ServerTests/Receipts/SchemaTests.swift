import FirestoreClient
import HTTPTransport
import ReadReceipts
import Synchronization
import TestSupport
import Testing

@Suite("Receipts in each schema")
struct SchemaTests {
    @Test func `B10: a message to one is delivered in the background, then read, and keeps the first times`()
        async throws
    {
        let chat = try await TestChat(messages: 1, schema: .deliveredTo)
        let (alice, bob) = (try chat.service("alice"), try chat.service("bob"))
        let conversation = try await alice.conversation("c1")
        func status() async throws -> ReadReceiptStatus? {
            let message = try #require(try await chat.messages()["m0"])
            return ReadReceiptStatus(of: message, in: conversation, seenBy: "alice")
        }
        #expect(try await status() == .notDelivered)
        _ = try await bob.markAllDelivered(conversation: "c1", user: "bob")
        #expect(try await status() == .delivered)
        let delivered = try #require(try await chat.messages()["m0"])
        #expect(try #require(delivered.deliveredAt) <= delivered.updateTime)
        #expect(delivered.readAt == nil)
        _ = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect(try await status() == .readByAll)
        let read = try #require(try await chat.messages()["m0"])
        #expect(read.deliveredAt == delivered.deliveredAt)
        #expect(try #require(read.readAt) > delivered.updateTime)
        let again = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((again.commits, again.documentsWritten) == (0, 0))
    }

    @Test func `B10: a group of four, from nothing to read by all`() async throws {
        let chat = try await TestChat(
            members: ["alice", "bob", "carol", "dave"], messages: 1, schema: .deliveredTo)
        let conversation = try await chat.service("alice").conversation("c1")
        var seen: [ReadReceiptStatus?] = []
        func look() async throws {
            let message = try #require(try await chat.messages()["m0"])
            seen.append(ReadReceiptStatus(of: message, in: conversation, seenBy: "alice"))
        }
        try await look()
        for user: UserID in ["bob", "carol", "dave"] {
            _ = try await chat.service(user).markAllDelivered(conversation: "c1", user: user)
            try await look()
        }
        for user: UserID in ["bob", "carol", "dave"] {
            _ = try await chat.service(user).markAllRead(conversation: "c1", user: user)
            try await look()
        }
        #expect(
            seen == [
                .notDelivered, .notDelivered, .notDelivered, .delivered, .readBySome, .readBySome, .readByAll,
            ])
    }

    @Test func `D7: three who read at once are all recorded, each once`() async throws {
        let chat = try await TestChat(
            members: ["alice", "bob", "carol", "dave"], messages: 20, schema: .deliveredTo)
        try await withThrowingTaskGroup(of: MarkResult.self) { group in
            for user: UserID in ["bob", "carol", "dave"] {
                group.addTask {
                    try await chat.service(user).markAllRead(conversation: "c1", user: user)
                }
            }
            for try await result in group { #expect(result.marked.count == 20) }
        }
        for message in try await chat.messages().values {
            #expect(message.readBy.sorted() == ["bob", "carol", "dave"])
            #expect(message.deliveredTo.sorted() == ["bob", "carol", "dave"])
            #expect(message.readAt != nil)
        }
    }

    @Test func `B6: the time of a reader who comes between the reading and the writing of another is kept`()
        async throws
    {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 1, schema: .deliveredTo)
        let first = Timestamp(seconds: 1_600_000_000, nanoseconds: 0)
        let isFirst = Mutex(true)
        let transport = FaultyTransport(chat.server.transport) {
            request, base async throws(HTTPTransportError) in
            let isInTime = isFirst.withLock { first in
                defer { if request.isCall(":commit") { first = false } }
                return first
            }
            if request.isCall(":commit"), isInTime {
                try? await chat.message("m0").updateData([
                    "readBy": ["carol"], "readAt": first, "deliveredTo": ["carol"], "deliveredAt": first,
                ])
            }
            return try await request.send(through: base)
        }
        let result = try await chat.service("bob", through: transport)
            .markRead(conversation: "c1", messageIDs: ["m0"], user: "bob")
        #expect(result.marked == ["m0"])
        let message = try #require(try await chat.messages()["m0"])
        #expect((message.readAt, message.deliveredAt) == (first, first))
        #expect((message.readBy, message.deliveredTo) == (["carol", "bob"], ["carol", "bob"]))
    }

    @Test(arguments: [(100, 1), (600, 2)])
    func `D3: messages that keep their readers alone are marked in commits of at most 500`(
        count: Int, commits: Int
    ) async throws {
        let chat = try await TestChat(messages: count, schema: .readBy)
        let bob = try chat.service("bob")
        let result = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((result.marked.count, result.commits) == (count, commits))
        #expect(try await chat.messages().values.allSatisfy { $0.readBy == ["bob"] })
        let again = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((again.commits, again.documentsRead) == (0, 2))
    }

    @Test func `D2: with five lacking a reader, only those five are written`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 8, schema: .readBy)
        let bob = try chat.service("bob")
        _ = try await bob.markRead(conversation: "c1", messageIDs: ["m0", "m1", "m2"], user: "bob")
        let result = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((result.documentsWritten, result.skipped) == (5, [.alreadyMarked: 3]))
        let delivered = try await bob.markAllDelivered(conversation: "c1", user: "bob")
        #expect((delivered.documentsWritten, delivered.skipped) == (0, [.notKept: 8]))
    }

    @Test(arguments: ReceiptSchema.presets(of: .firestore))
    func `what is sent begins without receipts, and can be marked`(schema: ReceiptSchema) async throws {
        let chat = try await TestChat(schema: schema)
        let id = try await chat.service("alice").send("Hello", conversation: "c1", from: "alice")
        let sent = try #require(try await chat.messages()[id])
        #expect((sent.readBy, sent.deliveredTo, sent.status) == ([], [], schema.status == nil ? nil : .sent))
        let result = try await chat.service("bob").markRead(conversation: "c1", messageIDs: [id], user: "bob")
        #expect(result.marked == [id])
        let message = try #require(try await chat.messages()[id])
        #expect(try await chat.service("alice").audience(of: "c1").marked(message).readBy == ["bob"])
    }
}
