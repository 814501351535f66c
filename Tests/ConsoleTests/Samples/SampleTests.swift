import FirestoreClient
import HTTPTransport
import HTTPTypes
import JSONText
import ReadReceipts
import RealtimeDatabase
import Synchronization
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("Sample conversations")
struct SampleTests {
    private func make(_ probe: ConsoleProbe, _ schema: ReceiptSchema) async -> ConsoleProbe.Answer {
        await probe(.post, "/api/sample", #"{"schema":"\#(schema.name)"}"#)
    }

    private func ids(_ answer: ConsoleProbe.Answer) -> [String] {
        answer.json["conversations"]?.array?.compactMap(\.string) ?? []
    }

    private static let firestoreSchemas = [ReceiptSchema.status, .deliveredTo, .readBy]

    @Test(arguments: firestoreSchemas, ["team", "choir", "alice-bob"])
    func `what is there stays, and samples get ids of their own`(
        schema: ReceiptSchema, taken: String
    ) async throws {
        let probe = try ConsoleProbe()
        let admin = try probe.server.firestore()
        let conversation = admin.document("\(schema.conversations)/\(taken)")
        let message = admin.document("\(schema.conversations)/\(taken)/\(schema.messages)/m1")
        try await conversation.setData([schema.members: ["ann"], "groupName": "Ours"])
        try await message.setData(["text": "Important", "mine": true])
        try await admin.document("users/alice").setData(["displayName": "Alice Ours", "phone": "1"])
        let answer = await make(probe, schema)
        #expect(ids(answer) == ["alice-bob-2", "team-2", "choir-2"])
        #expect(answer.json["profiles"] == .number("20"))
        #expect(try await conversation.getDocument().data()?["groupName"] as? String == "Ours")
        #expect(try await message.getDocument().data()?["mine"] as? Bool == true)
        #expect(try await admin.document("users/alice").getDocument().data()?["phone"] as? String == "1")
        let made = try await admin.document("\(schema.conversations)/team-2").getDocument().data()
        #expect(made?[schema.members] as? [String] == ["alice-2", "bob", "carol", "dave"])
        let second = try await admin.document("\(schema.conversations)/team-2/\(schema.messages)/m2")
            .getDocument().data()
        #expect(second?[schema.sender] as? String == "alice-2")
    }

    @Test func `a second set stands beside the first, with the same people`() async throws {
        let probe = try ConsoleProbe()
        #expect(ids(await make(probe, .status)) == ["alice-bob", "team", "choir"])
        let again = await make(probe, .deliveredTo)
        #expect(ids(again) == ["alice-bob-2", "team-2", "choir-2"])
        #expect(again.json["profiles"] == .number("0"))
        let admin = try probe.server.firestore()
        let first = try await admin.document("conversations/team/messages/m2").getDocument().data()
        #expect(first?["status"] as? String == "sent" && first?["deliveredTo"] == nil)
        let second = try await admin.document("conversations/team-2").getDocument().data()
        #expect(second?["participants"] as? [String] == ["alice", "bob", "carol", "dave"])
    }

    @Test func `messages without a conversation, and members without a profile, are somebody's`() async throws
    {
        let probe = try ConsoleProbe()
        let admin = try probe.server.firestore()
        try await admin.document("conversations/choir/messages/x").setData(TestChat.message())
        try await admin.document("conversations/ours").setData(["participants": ["bob", "ann"]])
        let answer = await make(probe, .status)
        #expect(ids(answer) == ["alice-bob-2", "team-2", "choir-2"])
        #expect(try await !admin.document("users/bob").getDocument().exists)
        #expect(try await admin.document("users/bob-2").getDocument().exists)
    }

    @Test func `who is faster loses nothing, and nothing is made by halves`() async throws {
        let server = try TestServer()
        let admin = try server.firestore()
        let isFirst = Mutex(true)
        let transport = FaultyTransport(server.transport) { request, base async throws(HTTPTransportError) in
            if request.isCall(":commit"),
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            {
                try? await admin.document("conversations/choir/messages/m2").setData(["mine": true])
            }
            return try await request.send(through: base)
        }
        let answer = await make(try ConsoleProbe(server, transport: transport), .status)
        #expect(ids(answer) == ["alice-bob-2", "team-2", "choir-2"])
        #expect(try await !admin.document("conversations/team").getDocument().exists)
        let theirs = try await admin.document("conversations/choir/messages/m2").getDocument().data()
        #expect(theirs?["mine"] as? Bool == true)
    }

    @Test(arguments: [true, false])
    func `in a Realtime Database what is there stays, too`(hasFirestore: Bool) async throws {
        let probe = try ConsoleProbe(
            stores: hasFirestore ? [.firestore, .realtimeDatabase] : [.realtimeDatabase])
        let admin = try ConsoleProbe.admin(of: probe.database)
        try await admin.reference(withPath: "messages/team/m1").setValue(["text": "Important"])
        try await admin.reference(withPath: "users/alice").setValue(["displayName": "Alice Ours"])
        try await probe.server.firestore().document("users/alice").setData(["displayName": "Alice Ours"])
        let answer = await make(probe, .readAt)
        #expect(ids(answer) == ["alice-bob-2", "team-2", "choir-2"])
        #expect(
            try await admin.reference(withPath: "messages/team").getData().databaseValue == [
                "m1": ["text": "Important"]
            ])
        #expect(
            try await admin.reference(withPath: "users/alice/displayName").getData().databaseValue
                == "Alice Ours")
        let members = try await admin.reference(withPath: "conversations/team-2/members").getData()
            .databaseValue
        #expect(members.object?.keys.sorted() == ["alice-2", "bob", "carol", "dave"])
        let again = await make(probe, .readAt)
        #expect(ids(again) == ["alice-bob-3", "team-3", "choir-3"] && again.json["profiles"] == .number("0"))
    }

    @Test func `what cannot be finished in a Realtime Database is taken away again`() async throws {
        let server = try TestServer()
        let transport = FaultyTransport(server.transport) { request, base throws(HTTPTransportError) in
            request.isCall(":commit")
                ? FaultyTransport.refusal(403, "PERMISSION_DENIED", "no")
                : try await request.send(through: base)
        }
        let probe = try ConsoleProbe(
            server, transport: transport, stores: [.firestore, .realtimeDatabase])
        let admin = try ConsoleProbe.admin(of: probe.database)
        try await admin.reference(withPath: "conversations/ours/members/ann").setValue(true)
        #expect(await make(probe, .readAt).status == 403)
        #expect(
            try await admin.reference().getData().databaseValue == [
                "conversations": ["ours": ["members": ["ann": true]]]
            ])
    }
}
