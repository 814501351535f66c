import FirestoreClient
import HTTPTypes
import JSONText
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptConsole

@Suite("The list of conversations", .timeLimit(.minutes(1)))
struct ConversationOverviewTests {
    /// Makes a conversation with messages of these senders.
    private func conversation(
        _ id: String, _ members: [String], from senders: [String], _ admin: Firestore
    ) async throws {
        try await admin.document("conversations/\(id)").setData(["participants": members])
        for (number, sender) in senders.enumerated() {
            try await admin.document("conversations/\(id)/messages/m\(number)").setData(
                TestChat.message(from: UserID(sender)))
        }
    }

    private func ids(_ probe: ConsoleProbe) async -> [String] {
        let list = await probe(.get, "/api/conversations?schema=status").json["conversations"]?.array ?? []
        return list.compactMap { $0["id"]?.string }
    }

    @Test func `what was said last comes first, and what is silent last, by id`() async throws {
        let probe = try ConsoleProbe()
        let admin = try probe.server.firestore()
        try await conversation("z", ["alice", "bob"], from: [], admin)
        try await conversation("a", ["alice", "bob"], from: ["bob"], admin)
        try await conversation("m", ["alice", "bob"], from: ["alice", "bob"], admin)
        try await conversation("b", ["alice", "bob"], from: [], admin)
        // A collection of the same name elsewhere does not count.
        try await admin.document("elsewhere/a/messages/m").setData(TestChat.message())
        #expect(await ids(probe) == ["m", "a", "b", "z"])
        let answer = await probe(.get, "/api/conversations?schema=status").json
        #expect(answer["isSettled"] == .boolean(true))
        let last = answer["conversations"]?.array?.first?["last"]
        #expect(last?["text"]?.string == "Hello" && last?["sender"]?.string == "bob")
    }

    @Test func `unread messages are counted for the one who looks`() async throws {
        let probe = try ConsoleProbe()
        let admin = try probe.server.firestore()
        try await conversation("c1", ["alice", "bob"], from: ["bob", "bob", "alice", "bob"], admin)
        func unread(_ user: String) async -> JSON? {
            await probe(
                .post, "/api/conversations/look",
                #"{"schema":"status","user":"\#(user)","ids":["c1","none"]}"#
            )
            .json["conversations"]?["c1"]?["unread"]
        }
        #expect(await ids(probe) == ["c1"])
        #expect(await unread("alice") == .number("3"))
        #expect(await unread("bob") == .number("1"))
        #expect(await probe(.post, "/api/conversations/look", #"{"ids":7}"#).status == 400)
    }

    @Test(.withoutFaults("it counts requests")) func `however many there are, a look asks for few of them`()
        async throws
    {
        let server = try TestServer()
        let admin = try server.firestore()
        for start in [0, 300] {
            let batch = admin.batch()
            for number in start..<(start + 300) {
                batch.setData(
                    ["participants": ["alice", "u\(number)"]],
                    forDocument: admin.document("conversations/c\(number)"))
            }
            try await batch.commit()
        }
        let way = SwitchedTransport(server.transport)
        let probe = try ConsoleProbe(server, transport: way)
        #expect(await ids(probe).count == 600)
        // The list, the newest messages, the profiles, and one round of reads.
        #expect(way.requests <= OverviewPace(isTold: false, isBilled: false).first + 10)
    }

    @Test func `in production little is read, and seldom`() {
        let pace = OverviewPace(isTold: false, isBilled: true)
        #expect(
            pace.limit == 200 && pace.window == 10 && pace.look == .seconds(30) && pace.list == .seconds(300))
    }
}
