import FirestoreClient
import FirestoreModel
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import ReadReceipts

/// Receipts of many users and conversations, written together.
@Suite("Batches of receipts")
struct ReceiptBatchTests {
    private static let forms = [ReceiptBatch.Form.commits, .batchWrites(of: 20)]

    private func read(_ message: MessageID, by user: UserID, in conversation: ConversationID = "c1")
        -> PendingReceipt
    {
        PendingReceipt(.read, conversationID: conversation, messageID: message, userID: user)
    }

    private func delivered(_ message: MessageID, by user: UserID) -> PendingReceipt {
        PendingReceipt(.delivered, conversationID: "c1", messageID: message, userID: user)
    }

    private func admin(_ chat: TestChat, through transport: (any HTTPTransport)? = nil) throws
        -> ReceiptService
    {
        ReceiptService(firestore: try chat.server.firestore(through: transport, retryPolicy: .never))
    }

    @Test(arguments: forms)
    func `what several users report of one message is one write`(form: ReceiptBatch.Form) async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol", "dave"], messages: 2)
        let report = await ReceiptBatch.write(
            [
                read("m0", by: "bob"), delivered("m0", by: "dave"), read("m0", by: "carol"),
                delivered("m1", by: "bob"),
            ], through: try admin(chat), as: form)
        #expect(report.outcomes.map(\.text) == Array(repeating: "written", count: 4))
        #expect((report.commits, report.documentsWritten, report.documentsRead) == (1, 2, 3))
        let messages = try await chat.messages()
        #expect(messages["m0"]?.status == .read && messages["m0"]?.readBy == ["bob", "carol"])
        #expect(messages["m1"]?.status == .delivered && messages["m1"]?.readBy == [])
    }

    @Test(arguments: forms)
    func `what is there already is not written again`(form: ReceiptBatch.Form) async throws {
        let chat = try await TestChat(messages: 3)
        let receipts = [
            read("m0", by: "bob"), delivered("m1", by: "bob"), read("m2", by: "alice"),
        ]
        let first = await ReceiptBatch.write(receipts, through: try admin(chat), as: form)
        #expect(first.outcomes.map(\.text) == ["written", "written", "skipped ownMessage"])
        let second = await ReceiptBatch.write(receipts, through: try admin(chat), as: form)
        #expect(
            second.outcomes.map(\.text) == [
                "skipped alreadyMarked", "skipped alreadyMarked", "skipped ownMessage",
            ])
        #expect((second.commits, second.documentsWritten) == (0, 0))
    }

    @Test(arguments: forms)
    func `what can never be written is told apart, and keeps nothing else from being written`(
        form: ReceiptBatch.Form
    ) async throws {
        let chat = try await TestChat(messages: 2)
        try await chat.admin.document("conversations/c2").setData(["participants": ["bob"]])
        let report = await ReceiptBatch.write(
            [
                read("m0", by: "bob"), read("gone", by: "bob"), read("m0", by: "mallory"),
                read("a/b", by: "bob"), read("m0", by: ""), read("m1", by: "bob", in: "no/where"),
                read("m1", by: "bob", in: "c2"), read("m1", by: "bob"),
            ], through: try admin(chat), as: form)
        #expect(
            report.outcomes.map(\.text) == [
                "written",
                "NOT_FOUND there is no such message (conversations/c1/messages/gone)",
                "PERMISSION_DENIED mallory is not a member of the conversation (conversations/c1)",
                "INVALID_ARGUMENT \"a/b\" is not a message id: it contains a slash",
                "INVALID_ARGUMENT the user id is empty",
                "INVALID_ARGUMENT \"no/where\" is not a conversation id: it contains a slash",
                "NOT_FOUND there is no such message (conversations/c2/messages/m1)",
                "written",
            ])
        #expect(try await chat.messages().values.allSatisfy { $0.readBy == ["bob"] })
    }

    @Test func `many writes go in requests of the asked size, each after its turn`() async throws {
        let chat = try await TestChat(messages: 50)
        let requests = Mutex<[Int]>([])
        let report = await ReceiptBatch.write(
            (0..<50).map { read("m\($0)", by: "bob") }, through: try admin(chat), as: .batchWrites(of: 20)
        ) { count in requests.withLock { $0.append(count) } }
        #expect(requests.withLock { $0 } == [20, 20, 10])
        #expect((report.commits, report.documentsWritten) == (3, 50))
        #expect(try await chat.messages().values.allSatisfy { $0.readBy == ["bob"] })
    }

    @Test(arguments: forms)
    func `who stops the writing has what was not written yet postponed`(form: ReceiptBatch.Form) async throws
    {
        let chat = try await TestChat(messages: 1)
        let report = await ReceiptBatch.write([read("m0", by: "bob")], through: try admin(chat), as: form) {
            _ in
            throw CancellationError()
        }
        #expect(report.outcomes.map(\.text) == ["postponed CANCELLED"])
        #expect(try await chat.messages()["m0"]?.readBy == [])
    }

    @Test(arguments: forms, [":batchGet", ":write"])
    func `without a server everything is postponed, and written later`(
        form: ReceiptBatch.Form, call: String
    ) async throws {
        let chat = try await TestChat(messages: 3)
        let isDown = Mutex(true)
        let method = call == ":batchGet" ? call : form == .commits ? ":commit" : ":batchWrite"
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            if request.isCall(method), isDown.withLock({ $0 }) {
                throw HTTPTransportError(.unreachable, "no server answers")
            }
            return try await request.send(through: base)
        }
        let receipts = (0..<3).map { read("m\($0)", by: "bob") }
        let first = await ReceiptBatch.write(receipts, through: try admin(chat, through: transport), as: form)
        #expect(first.outcomes.map(\.text) == Array(repeating: "postponed UNAVAILABLE", count: 3))
        isDown.withLock { $0 = false }
        let second = await ReceiptBatch.write(
            receipts, through: try admin(chat, through: transport), as: form)
        #expect(second.outcomes.map(\.text) == Array(repeating: "written", count: 3))
    }

    @Test(arguments: forms)
    func `A9: a read receipt that comes in between is not undone`(form: ReceiptBatch.Form) async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 3)
        let other = try chat.service("carol")
        let isFirst = Mutex(true)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            if request.isCall(":commit") || request.isCall(":batchWrite"),
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            {
                _ = try? await other.markRead(conversation: "c1", messageIDs: ["m1"], user: "carol")
            }
            return try await request.send(through: base)
        }
        let report = await ReceiptBatch.write(
            (0..<3).map { delivered("m\($0)", by: "bob") },
            through: try admin(chat, through: transport),
            as: form)
        #expect(report.outcomes.map(\.text) == ["written", "skipped alreadyMarked", "written"])
        let messages = try await chat.messages()
        #expect(messages["m1"]?.status == .read && messages["m0"]?.status == .delivered)
    }
}

extension ReceiptOutcome {
    /// The outcome as one text.
    fileprivate var text: String {
        switch self {
        case .written: "written"
        case .skipped(let reason): "skipped \(reason.rawValue)"
        case .refused(let code, let reason): "\(code.name) \(reason)"
        case .postponed(let code, _): "postponed \(code.name)"
        }
    }
}
