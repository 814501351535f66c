import FirestoreClient
import FirestoreModel
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import ReadReceipts

/// Messages that are looked at through another schema than theirs.
@Suite("Messages of another schema")
struct OtherSchemaTests {
    private static let pairs: [(ReceiptSchema, ReceiptSchema)] = [
        (.status, .deliveredTo), (.deliveredTo, .status),
        (.status, ReceiptSchema(name: "ours", status: nil)),
    ]

    /// The chats as a user sees them through another schema.
    private func service(
        _ user: UserID, of chat: TestChat, through schema: ReceiptSchema,
        over transport: (any HTTPTransport)? = nil
    ) throws -> ReceiptService {
        ReceiptService(
            firestore: try chat.server.firestore(as: .emulatorUser(uid: user.string), through: transport),
            schema: schema)
    }

    /// What is tried on a conversation.
    enum Attempt: CaseIterable {
        case send, markRead, markAllRead, markDelivered, markAllDelivered
    }

    /// Tries something as bob.
    ///
    /// - Returns: Why it was refused; nil when it was not.
    private func refusal(of attempt: Attempt, on ids: [MessageID], by bob: ReceiptService) async
        -> ReceiptsError?
    {
        do {
            switch attempt {
            case .send: _ = try await bob.send("Hi", conversation: "c1", from: "bob")
            case .markRead: _ = try await bob.markRead(conversation: "c1", messageIDs: ids, user: "bob")
            case .markAllRead: _ = try await bob.markAllRead(conversation: "c1", user: "bob")
            case .markDelivered:
                _ = try await bob.markDelivered(conversation: "c1", messageIDs: ids, user: "bob")
            case .markAllDelivered: _ = try await bob.markAllDelivered(conversation: "c1", user: "bob")
            }
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: pairs, [["alice", "bob"], ["alice", "bob", "carol"]])
    func `marking and sending are refused with the schema that the messages have`(
        pair: (ReceiptSchema, ReceiptSchema), members: [UserID]
    ) async throws {
        let (schema, other) = pair
        let chat = try await TestChat(members: members, messages: 2, schema: schema)
        let before = try await chat.messages()
        let bob = try service("bob", of: chat, through: other)
        for attempt in Attempt.allCases {
            let error = await refusal(of: attempt, on: ["m0", "m1"], by: bob)
            #expect(error?.code == .otherSchema)
            #expect(error?.messageSchemas == [schema.name])
            let message =
                "the messages of conversation \"c1\" (conversations/c1) have the schema \(schema.name), not \(other.name)"
            #expect(error?.message == message)
        }
        #expect(try await chat.messages() == before, "nothing was written")
    }

    @Test func `who insists writes`() async throws {
        let chat = try await TestChat(messages: 1)
        var bob = try service("bob", of: chat, through: .deliveredTo)
        #expect(!bob.force)
        bob.force = true
        #expect(bob.force && bob.layout(of: []) == nil)
        #expect(try await bob.markAllRead(conversation: "c1", user: "bob").marked == ["m0"])
        _ = try await bob.send("Hi", conversation: "c1", from: "bob")
        bob.force = false
        let messages = try await bob.messages(conversation: "c1")
        let layout = try #require(bob.layout(of: messages))
        #expect(layout.isMixed && !layout.isForeign)
        #expect(layout.schemas == ["delivered-to", "status"])
    }

    @Test func `messages of the schema are marked, and those of another one are left alone`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 2)
        try await chat.message("new").setData(TestChat.message(schema: .deliveredTo))
        try await chat.message("bare").setData(["senderId": "alice", "text": "Hi"])
        for _ in 1...2 {
            let bob = try service("bob", of: chat, through: .deliveredTo)
            let result = try await bob.markAllRead(conversation: "c1", user: "bob")
            #expect(result.skipped[.otherSchema] == 2 && result.failed.isEmpty)
        }
        let fields = try await chat.message("m0").getDocument().data() ?? [:]
        #expect(fields["deliveredTo"] == nil && fields["status"] as? String == "sent")
        #expect(try await chat.message("new").getDocument().data()?["readAt"] != nil)
        // The other schema has its own; what told nothing before is of the first one now.
        let carol = try await chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        #expect(carol.marked.sorted() == ["m0", "m1"] && carol.skipped == [.otherSchema: 2])
    }

    @Test func `a message that tells nothing goes with the others`() async throws {
        let chat = try await TestChat(messages: 1)
        try await chat.message("bare").setData(["senderId": "alice", "text": "Hi"])
        let bob = try service("bob", of: chat, through: .deliveredTo)
        let error = await refusal(of: .markRead, on: ["bare", "m0"], by: bob)
        #expect(error?.code == .otherSchema)
        #expect(try await chat.message("bare").getDocument().data()?.count == 2)
    }

    @Test func `the check costs marking nothing, and sending a query of three messages at most once`()
        async throws
    {
        let chat = try await TestChat(messages: 10)
        let requests = Mutex<[String]>([])
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            // ".../documents:batchGet?prettyPrint=false"
            let name = request.head.path?.split(separator: "?").first?.split(separator: ":").last
            requests.withLock { $0.append(name.map(String.init) ?? "") }
            return try await request.send(through: base)
        }
        let firestore = try chat.server.firestore(as: .emulatorUser(uid: "alice"), through: transport)
        let alice = ReceiptService(firestore: firestore)
        _ = try await alice.send("One", conversation: "c1", from: "alice")
        #expect(requests.withLock { $0 } == ["batchGet", "runQuery", "commit"])
        // As a look at the usage shows: the conversation, and three messages.
        #expect(firestore.usage.documentsRead == 4)
        requests.withLock { $0 = [] }
        _ = try await alice.send("Two", conversation: "c1", from: "alice")
        #expect(requests.withLock { $0 } == ["batchGet", "commit"])
        requests.withLock { $0 = [] }
        let bob = try service("bob", of: chat, through: .status, over: transport)
        let marked = try await bob.markRead(conversation: "c1", messageIDs: ["m0"], user: "bob")
        #expect(requests.withLock { $0 } == ["batchGet", "commit"])
        #expect(marked.documentsRead == 2)
    }

    @Test func `what is sent into an empty conversation decides nothing before it`() async throws {
        let chat = try await TestChat()
        _ = try await service("alice", of: chat, through: .deliveredTo).send(
            "Hi", conversation: "c1", from: "alice")
        let error = await refusal(of: .send, on: [], by: try chat.service("bob"))
        #expect(error?.messageSchemas == ["delivered-to"])
    }

    @Test func `a session listens, shows no receipts, and writes nothing`() async throws {
        let chat = try await TestChat(messages: 2)
        let before = try await chat.messages()
        let bob = ReceiptSession(service: try service("bob", of: chat, through: .deliveredTo), userID: "bob")
        let listener = try bob.listen(
            conversationID: "c1",
            clock: InstantClock { poll, _ in if poll == 3 { try await untilCancelled() } })
        var updates = listener.makeAsyncIterator()
        let first = try #require(try await updates.next())
        #expect(first.map(\.message.isForeign) == [true, true])
        #expect(bob.service.layout(of: first.map(\.message))?.schemas == ["status"])
        let error = await #expect(throws: ReceiptsError.self) {
            try await bob.markConversationAsRead(conversationID: "c1")
        }
        #expect(error?.code == .otherSchema && error?.isQueued == false)
        let alice = ReceiptSession(
            service: try service("alice", of: chat, through: .deliveredTo), userID: "alice")
        let own = try alice.listen(
            conversationID: "c1", clock: InstantClock { _, _ in try await untilCancelled() })
        var seen = own.makeAsyncIterator()
        #expect(try await seen.next()?.compactMap(\.receipt).isEmpty == true)
        #expect(listener.usage.documentsWritten == 0)
        #expect(try await chat.messages() == before)
    }

    @Test(arguments: [ReceiptBatch.Form.commits, .batchWrites(of: 20)])
    func `in a batch such receipts are refused for good, and the others are written`(
        form: ReceiptBatch.Form
    ) async throws {
        let chat = try await TestChat(messages: 1)
        try await chat.admin.document("conversations/c2").setData(["participants": ["alice", "bob"]])
        try await chat.admin.document("conversations/c2/messages/m0").setData(
            TestChat.message(schema: .deliveredTo))
        let receipts = ["c1", "c2"].map {
            PendingReceipt(.read, conversationID: $0, messageID: "m0", userID: "bob")
        }
        var service = ReceiptService(firestore: chat.admin, schema: .deliveredTo)
        let report = await ReceiptBatch.write(receipts, through: service, as: form)
        guard case .refused(.failedPrecondition, let reason) = report.outcomes[0],
            case .written = report.outcomes[1]
        else {
            Issue.record("\(report.outcomes)")
            return
        }
        #expect(
            reason == "the messages have the schema status, not delivered-to (conversations/c1/messages/m0)")
        service.force = true
        guard case .written = await ReceiptBatch.write(receipts, through: service, as: form).outcomes[0]
        else {
            Issue.record("who insists writes")
            return
        }
    }

    @Test func `a map in the place of the readers is never written over`() async throws {
        let chat = try await TestChat()
        try await chat.message("m0").setData(["senderId": "alice", "status": "sent", "readBy": ["carol": 1]])
        let error = await refusal(of: .markRead, on: ["m0"], by: try chat.service("bob"))
        #expect(error?.code == .otherSchema && error?.messageSchemas == [])
        #expect(
            error?.message.hasSuffix("have neither the schema status nor any other known schema") == true)
        let readers = try await chat.message("m0").getDocument().data()?["readBy"] as? [String: Any]
        #expect(readers?.keys.sorted() == ["carol"])
    }
}
