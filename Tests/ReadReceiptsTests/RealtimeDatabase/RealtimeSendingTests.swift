import FirestoreModel
import HTTPTransport
import HTTPTypes
import ReadReceipts
import RealtimeDatabase
import RealtimeDatabaseEmulator
import Synchronization
import TestSupport
import Testing

@Suite("Messages to the Realtime Database that wait for a connection", .timeLimit(.minutes(1)))
struct RealtimeSendingTests {
    /// A transport that sends the first write and loses the response.
    private final class LosingTheFirstAnswer: HTTPStreamingTransport {
        private let base: any HTTPStreamingTransport
        private let writes = Mutex(0)

        init(_ base: any HTTPStreamingTransport) { self.base = base }

        func send(
            _ request: HTTPRequest, body: [UInt8]
        ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
            let answer = try await base.send(request, body: body)
            if request.method == .put,
                writes.withLock({
                    $0 += 1; return $0
                }) == 1
            {
                throw HTTPTransportError(.connectionLost, "the connection was lost")
            }
            return answer
        }

        func open(
            _ request: HTTPRequest, body: [UInt8]
        ) async throws(HTTPTransportError) -> HTTPOpenResponse {
            try await base.open(request, body: body)
        }
    }

    private func texts(_ chat: RealtimeChat) async throws -> [String] {
        try await chat.service().messages(conversation: "c1").compactMap(\.text)
    }

    @Test func `what is written without a connection is sent in order when there is one`() async throws {
        let chat = try await RealtimeChat()
        let transport = SwitchedStreams(chat.emulator.transport)
        transport.isOffline = true
        let alice = try chat.session("alice", through: transport)
        for text in ["One", "Two", "Three"] { try await alice.addMessage(text, conversationID: "c1") }
        #expect(await alice.pendingMessages.map(\.text) == ["One", "Two", "Three"])
        transport.isOffline = false
        await alice.sendPendingMessages()
        await alice.waitForPendingMessages()
        #expect(try await texts(chat) == ["One", "Two", "Three"])
    }

    @Test(arguments: [false, true])
    func `a message whose answer was lost is sent once, and who has read it is not forgotten`(
        hasRules: Bool
    ) async throws {
        let chat = try await RealtimeChat()
        if hasRules {
            // Like the rules of the chats: sent messages cannot change.
            let rules = """
                {"rules": {".read": true, "messages": {"$c": {".indexOn": ["serverTimestamp"],
                  "$m": {".write": "!data.exists()", "readBy": {"$u": {".write": true}}}}}}}
                """
            #expect(chat.emulator.setRules(rules, namespace: chat.admin.settings.name) == [])
        }
        let clock = ManualClock()
        let alice = ReceiptSession(
            service: try chat.service("alice", through: LosingTheFirstAnswer(chat.emulator.transport)),
            userID: "alice", clock: clock)
        let id = try await alice.addMessage("Hi", conversationID: "c1")
        try await alice.addMessage("And another one", conversationID: "c1")
        await clock.untilAsleep(1)
        _ = try await chat.service("bob").markRead(conversation: "c1", messageIDs: [id], user: "bob")
        let readers = try await chat.readers(of: id)
        #expect(readers.count == 1)
        clock.advance(by: .seconds(1))
        await alice.waitForPendingMessages()
        #expect(await alice.pendingMessages == [])
        #expect(try await texts(chat) == ["Hi", "And another one"])
        #expect(try await chat.readers(of: id) == readers)
    }

    @Test func `what the rules refuse stays with the reason, and what was written later is sent`()
        async throws
    {
        let chat = try await RealtimeChat()
        let rules = """
            {"rules": {".read": true, "messages": {"$c": {".indexOn": ["serverTimestamp"],
              "$m": {".write": "newData.child('text').val() !== 'Secret'"}}}}}
            """
        #expect(chat.emulator.setRules(rules, namespace: chat.admin.settings.name) == [])
        let alice = try chat.session("alice")
        let id = try await alice.addMessage("Secret", conversationID: "c1")
        try await alice.addMessage("Plain", conversationID: "c1")
        await alice.waitForPendingMessages()
        #expect(await alice.pendingMessages.map(\.failure?.code) == [.permissionDenied])
        #expect(try await texts(chat) == ["Plain"])
        await alice.discardMessage(id)
        #expect(await alice.pendingMessages == [])
    }
}
