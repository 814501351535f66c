import FirestoreModel
import RealtimeDatabase
import RealtimeDatabaseEmulator
import TestSupport
import Testing

@testable import ReadReceipts

@Suite("Marking in the Realtime Database (C)")
struct RealtimeMarkingTests {
    @Test func `C4: all unread messages of others are marked by one update, with the server's time`()
        async throws
    {
        let chat = try await RealtimeChat(senders: ["alice", "bob", "carol", nil, "alice"])
        let bob = try chat.service("bob")
        let result = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect(result.marked == ["m1", "m3", "m5"])
        #expect(result.skipped == [.ownMessage: 1, .systemMessage: 1])
        #expect((result.commits, result.documentsWritten) == (1, 3))
        let times = try await ["m1", "m3", "m5"].asyncMap { try await chat.readers(of: $0)["bob"] }
        #expect(Set(times).count == 1 && times[0] != nil)
        #expect(try await chat.readers(of: "m2") == [:])
        #expect(try await chat.readers(of: "m4") == [:])
    }

    @Test func `C4: the first time stays, and marking twice writes nothing`() async throws {
        let chat = try await RealtimeChat(senders: ["alice"])
        let bob = try chat.service("bob")
        _ = try await bob.markRead(conversation: "c1", messageIDs: ["m1"], user: "bob")
        let first = try await chat.readers(of: "m1")
        let result = try await bob.markRead(conversation: "c1", messageIDs: ["m1"], user: "bob")
        #expect(result.skipped == [.alreadyMarked: 1] && result.commits == 0)
        #expect(try await chat.readers(of: "m1") == first)
        _ = try await chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        #expect(try await chat.readers(of: "m1").keys.sorted() == ["bob", "carol"])
    }

    @Test func `only the messages that are named are marked, and one that is gone is named`() async throws {
        let chat = try await RealtimeChat(senders: Array(repeating: "alice", count: 12))
        let result = try await chat.service("bob").markRead(
            conversation: "c1", messageIDs: ["m3", "m12", "m3", "gone"], user: "bob")
        #expect(result.marked.sorted() == ["m12", "m3"])
        #expect(result.failed.map(\.messageID) == ["gone"])
        #expect(result.failed.first?.reason.contains("messages/c1/gone") == true)
        #expect(try await chat.readers(of: "m4") == [:])
    }

    @Test func `nobody is marked delivered, as that is not kept`() async throws {
        let chat = try await RealtimeChat(senders: ["alice"])
        let result = try await chat.service("bob").markAllDelivered(conversation: "c1", user: "bob")
        #expect(result.skipped == [.notKept: 1] && result.commits == 0)
    }

    @Test func `who is no member, and what is not there, is refused`() async throws {
        let chat = try await RealtimeChat(members: ["alice"], senders: ["alice"])
        let service = try chat.service()
        func code(_ conversation: ConversationID, _ user: UserID, _ ids: [MessageID]? = nil) async
            -> ReceiptsError.Code?
        {
            do throws(ReceiptsError) {
                if let ids {
                    _ = try await service.markRead(conversation: conversation, messageIDs: ids, user: user)
                } else {
                    _ = try await service.markAllRead(conversation: conversation, user: user)
                }
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await code("c1", "bob") == .notAMember)
        #expect(await code("c2", "bob") == .notFound)
        #expect(await code("c/2", "bob") == .invalidConversation)
        #expect(await code("c1", "b.ob") == .invalidArgument)
        #expect(await code("c1", "alice", ["m#1"]) == .invalidArgument)
    }

    @Test func `a conversation of many pages is read to its end`() async throws {
        let chat = try await RealtimeChat()
        var messages: [String: DatabaseValue] = [:]
        for index in 0..<2500 { messages["k\(index)"] = ["senderID": "alice", "serverTimestamp": 1] }
        try await chat.admin.reference(withPath: "messages/c1").setValue(.object(messages))
        let result = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        #expect(result.marked.count == 2500 && result.commits == 1)
    }

    @Test func `receipts of several users and conversations go with one request, and each has its outcome`()
        async throws
    {
        let chat = try await RealtimeChat(senders: ["alice", "bob"])
        try await chat.put("n1", from: "alice", at: 1, in: "c2")
        try await chat.admin.reference(withPath: "conversations/c2/members/bob").setValue(true)
        let report = await ReceiptBatch.write(
            [
                PendingReceipt(.read, conversationID: "c1", messageID: "m1", userID: "bob"),
                PendingReceipt(.read, conversationID: "c1", messageID: "m1", userID: "carol"),
                PendingReceipt(.read, conversationID: "c1", messageID: "m2", userID: "bob"),
                PendingReceipt(.read, conversationID: "c2", messageID: "n1", userID: "bob"),
                PendingReceipt(.read, conversationID: "c2", messageID: "n1", userID: "carol"),
                PendingReceipt(.read, conversationID: "c2", messageID: "gone", userID: "bob"),
                PendingReceipt(.read, conversationID: "c2", messageID: "n1", userID: "b/b"),
            ], through: try chat.service())
        #expect(
            report.outcomes.map(\.text) == [
                "written", "written", "skipped ownMessage", "written", "refused permissionDenied",
                "refused notFound", "refused invalidArgument",
            ])
        #expect((report.commits, report.documentsWritten) == (1, 3))
        #expect(try await chat.readers(of: "m1").keys.sorted() == ["bob", "carol"])
        #expect(try await chat.readers(of: "n1", in: "c2").keys.sorted() == ["bob"])
    }

    @Test func `several stages of one user in a batch are one write`() async throws {
        let chat = try await RealtimeChat(senders: ["alice"])
        var schema = ReceiptSchema.readAt
        schema.stages.append(
            ReceiptStage(Receipt("played", order: 3), status: nil, users: "playedBy", time: nil))
        let played = try #require(schema.stage(named: "played")?.receipt)
        let report = await ReceiptBatch.write(
            [
                PendingReceipt(.read, conversationID: "c1", messageID: "m1", userID: "bob"),
                PendingReceipt(played, conversationID: "c1", messageID: "m1", userID: "bob"),
            ], through: ReceiptService(database: chat.admin, schema: schema))
        #expect(report.outcomes.map(\.text) == ["written", "written"])
        #expect((report.commits, report.documentsWritten) == (1, 1))
        let message = try await chat.admin.reference(withPath: "messages/c1/m1").getData()
        #expect(message.childSnapshot(forPath: "readBy/bob").exists())
        #expect(message.childSnapshot(forPath: "playedBy/bob").exists())
    }

    @Test func `C6: what is read offline waits, and is reported once there is a connection`() async throws {
        let chat = try await RealtimeChat(senders: ["alice"])
        let network = SwitchedStreams(chat.emulator.transport)
        let bob = try chat.session("bob", through: network)
        network.isOffline = true
        let error = await #expect(throws: ReceiptsError.self) {
            try await bob.markMessagesAsRead(conversationID: "c1", messageIDs: ["m1"])
        }
        #expect(error?.code == .offline && error?.isQueued == true)
        network.isOffline = false
        #expect(try await bob.sendQueuedReceipts().marked == ["m1"])
        #expect(try await chat.readers(of: "m1").keys.sorted() == ["bob"])
    }

    @Test func `a message that is sent has the server's time and no receipts`() async throws {
        let chat = try await RealtimeChat()
        let id = try await chat.service("bob").send("hello", conversation: "c1", from: "bob")
        #expect(id.string.count == 20)
        let (found, missing) = try await chat.service().messages(conversation: "c1", ids: [id, "gone"])
        #expect(missing == ["gone"])
        let message = try #require(found.first)
        #expect((message.senderID, message.text, message.readBy) == ("bob", "hello", []))
        #expect(message.timestamp.map { $0.seconds >= RealtimeChat.start } == true)
        await #expect(throws: ReceiptsError.self) {
            try await chat.service().send("hello", conversation: "c1", from: "mallory")
        }
    }

    @Test func `pages go back from the newest message`() async throws {
        let chat = try await RealtimeChat(senders: Array(repeating: "alice", count: 7))
        let service = try chat.service()
        let newest = try await service.messages(conversation: "c1", before: nil, limit: 3)
        #expect(newest.map(\.id) == ["m5", "m6", "m7"])
        let earlier = try await service.messages(conversation: "c1", before: newest.first, limit: 3)
        #expect(earlier.map(\.id) == ["m2", "m3", "m4"])
        let first = try await service.messages(conversation: "c1", before: earlier.first, limit: 3)
        #expect(first.map(\.id) == ["m1"])
    }
}

extension ReceiptOutcome {
    fileprivate var text: String {
        switch self {
        case .written: "written"
        case .skipped(let reason): "skipped \(reason)"
        case .refused(let code, _): "refused \(code)"
        case .postponed: "postponed"
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
