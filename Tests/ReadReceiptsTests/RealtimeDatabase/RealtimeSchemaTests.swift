import FirestoreModel
import RealtimeDatabase
import TestSupport
import Testing

@testable import ReadReceipts

@Suite("Messages of another schema in the Realtime Database")
struct RealtimeSchemaTests {
    /// Stores its readers elsewhere.
    private static let ours = ReceiptSchema(
        name: "ours", store: .realtimeDatabase, members: "members", sender: "senderID",
        timestamp: "serverTimestamp", status: nil, readBy: "seenBy")

    private func service(
        _ chat: RealtimeChat, _ schema: ReceiptSchema, among alternatives: [ReceiptSchema] = [.readAt]
    ) -> ReceiptService {
        ReceiptService(database: chat.admin, schema: schema, alternatives: alternatives)
    }

    @Test func `marking and sending are refused with the schema that the messages have`() async throws {
        let chat = try await RealtimeChat(senders: ["alice", "alice"])
        _ = try await chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        let before = try await chat.admin.reference(withPath: "messages").getData().databaseValue
        let bob = service(chat, Self.ours)
        for attempt in 1...3 {
            let error = await #expect(throws: ReceiptsError.self) {
                switch attempt {
                case 1: _ = try await bob.markAllRead(conversation: "c1", user: "bob")
                case 2: _ = try await bob.markRead(conversation: "c1", messageIDs: ["m1"], user: "bob")
                default: _ = try await bob.send("Hi", conversation: "c1", from: "bob")
                }
            }
            #expect(error?.code == .otherSchema && error?.messageSchemas == ["read-at"])
        }
        let report = await ReceiptBatch.write(
            [PendingReceipt(.read, conversationID: "c1", messageID: "m2", userID: "bob")], through: bob)
        guard case .refused(.failedPrecondition, let reason) = report.outcomes[0] else {
            Issue.record("\(report.outcomes)")
            return
        }
        #expect(reason == "the messages have the schema read-at, not ours (messages/c1/m2)")
        #expect(try await chat.admin.reference(withPath: "messages").getData().databaseValue == before)
        var forced = bob
        forced.force = true
        #expect(try await forced.markAllRead(conversation: "c1", user: "bob").marked.count == 2)
        let found = try await bob.messages(conversation: "c1")
        #expect(bob.layout(of: found)?.isMixed == true)
    }

    @Test func `the readers of read-at are recognised, and unread messages can have any schema`() async throws
    {
        let chat = try await RealtimeChat(senders: ["alice"])
        let bob = service(chat, .readAt, among: [Self.ours, .status, .deliveredTo, .readBy])
        let unread = try await bob.messages(conversation: "c1")
        #expect(bob.layout(of: unread)?.isKnown == false)
        _ = try await bob.send("Hi", conversation: "c1", from: "bob")
        #expect(try await bob.markAllRead(conversation: "c1", user: "bob").marked == ["m1"])
        let read = try await bob.messages(conversation: "c1")
        #expect(bob.layout(of: read)?.schemas == ["read-at"])
    }

    @Test func `a list of readers gets no times among them`() async throws {
        let chat = try await RealtimeChat(senders: ["alice"])
        let readers = chat.admin.reference(withPath: "messages/c1/m1/readBy")
        try await readers.setValue(["carol"])
        let error = await #expect(throws: ReceiptsError.self) {
            try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        }
        #expect(error?.code == .otherSchema)
        #expect(try await readers.getData().databaseValue == ["carol"])
    }

    @Test func `delivered is never written as read, whatever the schema keeps elsewhere`() async throws {
        let chat = try await RealtimeChat(senders: ["alice"])
        var schema = ReceiptSchema.readAt
        (schema.status, schema.deliveredTo) = ("status", "deliveredTo")
        let bob = service(chat, schema)
        let result = try await bob.markAllDelivered(conversation: "c1", user: "bob")
        #expect(result.skipped == [.notKept: 1] && result.marked.isEmpty)
        #expect(try await chat.readers(of: "m1") == [:])
    }
}
