import FirestoreClient
import Foundation
import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts
import Synchronization
import TestSupport
import Testing

/// What the rules that come with this project let the members of a chat do, with the calls that an app makes.
@Suite("Receipts under the rules")
struct ReceiptRulesTests {
    /// A chat of alice, bob and carol with a message of each of the first two, under the rules.
    private func chat(_ schema: ReceiptSchema) async throws -> TestChat {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 1, schema: schema)
        try await chat.message("bobs").setData(TestChat.message(from: "bob", schema: schema))
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../emulator-config/firestore.rules")
        let answer = try await chat.server.setRules(String(contentsOf: file, encoding: .utf8))
        try #require(answer.status == 200, "\(answer.text)")
        return chat
    }

    private static let schemas: [ReceiptSchema] = [.status, .deliveredTo, .readBy]

    @Test(arguments: schemas)
    func `A17: members mark, listen, send and look at details; nothing else is needed`(schema: ReceiptSchema)
        async throws
    {
        let chat = try await chat(schema)
        let bob = try chat.session("bob")
        var updates = try bob.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in
                if poll > 2 { try await untilCancelled() }
            }
        ).makeAsyncIterator()
        #expect(try await updates.next()?.count == 2)
        _ = try await bob.markMessagesAsRead(conversationID: "c1", messageIDs: ["m0", "bobs"])
        #expect(try await chat.messages()["m0"]?.readBy == ["bob"])
        #expect(try await chat.messages()["bobs"]?.readBy == [])
        let id = try await bob.send("See you there", conversationID: "c1")
        _ = try await chat.session("carol").markConversationAsRead(conversationID: "c1")
        #expect(try await chat.messages()[id]?.readBy == ["carol"])
        let details = try await bob.service.details(
            of: id, conversation: "c1", user: "bob",
            profiles: UserProfiles(of: bob.service))
        #expect((details.read.map(\.userID), details.notRead.map(\.userID)) == (["carol"], ["alice"]))
        #expect(try await bob.service.conversations(of: "bob").map(\.id) == ["c1"])
    }

    @Test(arguments: schemas)
    func `E8, C7: who is no member sees no receipts and marks nothing`(schema: ReceiptSchema) async throws {
        let chat = try await chat(schema)
        let eve = try chat.session("eve")
        let error = await #expect(throws: ReceiptsError.self) {
            try await eve.markConversationAsRead(conversationID: "c1")
        }
        #expect(error?.code == .permissionDenied)
        var updates = try eve.listen(conversationID: "c1").makeAsyncIterator()
        let refusal = await #expect(throws: ReceiptsError.self) { try await updates.next() }
        #expect(refusal?.code == .permissionDenied)
        #expect(try await chat.messages()["m0"]?.readBy == [])
    }

    @Test(arguments: schemas)
    func `D8, D9, A13: readBy gains nobody but the writer, never the sender, and loses nobody`(
        schema: ReceiptSchema
    ) async throws {
        let chat = try await chat(schema)
        _ = try await chat.session("carol").markConversationAsRead(conversationID: "c1")
        let db = try #require(try chat.service("bob").firestore)
        let messages = "\(schema.conversations)/c1/\(schema.messages)"
        func isDenied(_ id: String, _ fields: [String: Any]) async -> Bool {
            do {
                try await db.document("\(messages)/\(id)").updateData(fields)
                return false
            } catch {
                return error.code == .permissionDenied
            }
        }
        #expect(await isDenied("bobs", [schema.readBy: FieldValue.arrayUnion(["bob"])]), "one's own message")
        #expect(await isDenied("m0", [schema.readBy: FieldValue.arrayUnion(["alice"])]), "somebody else")
        #expect(await isDenied("m0", [schema.readBy: FieldValue.arrayUnion(["bob", "eve"])]), "a stranger")
        #expect(await isDenied("m0", [schema.readBy: FieldValue.arrayRemove(["carol"])]), "somebody less")
        #expect(await isDenied("m0", [schema.readBy: ["carol", "bob", "bob"]]), "twice")
        #expect(await isDenied("m0", [schema.text: "What I never said"]), "what was said")
        #expect(try await chat.messages()["m0"]?.readBy == ["carol"])
    }

    @Test func `A9: what the rules deny because somebody else was faster is decided anew`() async throws {
        let chat = try await chat(.deliveredTo)
        // Carol's delivery comes between the reading and the writing of bob's, and sets the first time.
        let isFirst = Mutex(true)
        let carol = try chat.session("carol")
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            let isOvertaken = isFirst.withLock { isFirst in
                defer { if request.isCall(":commit") { isFirst = false } }
                return isFirst && request.isCall(":commit")
            }
            if isOvertaken {
                _ = try? await carol.markAsDelivered(conversationID: "c1", messageIDs: ["m0", "bobs"])
            }
            return try await request.send(through: base)
        }
        let bob = try chat.session("bob", through: transport)
        let result = try await bob.markMessagesAsRead(conversationID: "c1", messageIDs: ["m0"])
        #expect((result.marked, result.failed) == (["m0"], []))
        let message = try #require(try await chat.messages()["m0"])
        #expect((message.deliveredTo, message.readBy) == (["carol", "bob"], ["bob"]))
    }
}
