import FirestoreClient
import HTTPTransport
import HTTPTypes
import ReadReceipts
import Synchronization
import TestSupport
import Testing

@Suite("Marking")
struct MarkingTests {
    @Test func `A4, A7: reading marks the messages of others that are not marked yet, and nothing else`()
        async throws
    {
        let chat = try await TestChat(messages: 3)
        try await chat.message("mine").setData(TestChat.message(from: "bob"))
        try await chat.message("old").setData(TestChat.message(status: "read", readBy: ["bob"]))
        let result = try await chat.service("bob").markRead(
            conversation: "c1", messageIDs: ["m0", "mine", "m1", "old", "m0"], user: "bob")
        #expect(result.marked == ["m0", "m1"])
        #expect(result.skipped == [.ownMessage: 1, .alreadyMarked: 1])
        #expect(result.failed.isEmpty)
        #expect((result.commits, result.documentsWritten) == (1, 2))
        #expect(result.documentsRead == 5)

        let messages = try await chat.messages()
        #expect(messages["m0"]?.status == .read)
        #expect(messages["m0"]?.readBy == ["bob"])
        #expect(messages["m0"]?.text == "Hello")
        #expect(messages["m2"]?.status == .sent)
        #expect(messages["mine"]?.readBy == [])
    }

    @Test(arguments: [(1, 1), (100, 1), (600, 2), (1001, 3)])
    func `A16: every message of a conversation is marked in commits of at most 500`(count: Int, commits: Int)
        async throws
    {
        let chat = try await TestChat(messages: count)
        let bob = try chat.service("bob")
        let result = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((result.marked.count, result.commits) == (count, commits))
        let again = try await bob.markAllRead(conversation: "c1", user: "bob")
        #expect((again.marked.count, again.commits, again.documentsWritten) == (0, 0, 0))
        // A settled history between two is not read again: the conversation, and a query that finds nothing.
        #expect(again.documentsRead == 2)
        #expect(try await chat.messages().values.allSatisfy { $0.status == .read && $0.readBy == ["bob"] })
    }

    @Test func `a group is read through, no matter who else has read it`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 5)
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        let result = try await chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        #expect(result.marked.count == 5)
        #expect(try await chat.messages().values.allSatisfy { $0.readBy == ["bob", "carol"] })
    }

    @Test func `A9: delivered never comes after read`() async throws {
        let chat = try await TestChat(messages: 4)
        _ = try await chat.service("bob").markRead(conversation: "c1", messageIDs: ["m1"], user: "bob")
        let result = try await chat.service("bob").markAllDelivered(conversation: "c1", user: "bob")
        #expect(result.marked == ["m0", "m2", "m3"])
        let messages = try await chat.messages()
        #expect(messages["m1"]?.status == .read)
        #expect(messages["m0"]?.status == .delivered)
    }

    @Test func `A9: a read receipt that comes between the reading and the writing of delivered stays`()
        async throws
    {
        let chat = try await TestChat(messages: 3)
        let reader = try chat.service("bob")
        let isFirst = Mutex(true)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            if request.isCall(":commit"),
                isFirst.withLock({ first in
                    defer { first = false }; return first
                })
            {
                _ = try? await reader.markRead(conversation: "c1", messageIDs: ["m1"], user: "bob")
            }
            return try await request.send(through: base)
        }
        let result = try await chat.service("bob", through: transport)
            .markAllDelivered(conversation: "c1", user: "bob")
        #expect(result.marked == ["m0", "m2"])
        #expect(result.skipped == [.alreadyMarked: 1])
        let messages = try await chat.messages()
        #expect(messages.values.map(\.status).count { $0 == .delivered } == 2)
        #expect(messages["m1"]?.status == .read)
        #expect(messages["m1"]?.readBy == ["bob"])
    }

    @Test(arguments: [1, 2, 37, 600])
    func `A12: a message deleted under way is named, and all others land`(count: Int) async throws {
        let chat = try await TestChat(messages: count)
        let victim: MessageID = "m\(count / 2)"
        let isFirst = Mutex(true)
        let transport = InterceptingTransport(base: chat.server.transport) { request in
            guard request.path?.hasSuffix(":commit") == true,
                isFirst.withLock({ first in
                    defer { first = false }; return first
                })
            else { return }
            try? await chat.message(victim).delete()
        }
        let result = try await chat.service("bob", through: transport).markAllRead(
            conversation: "c1", user: "bob")
        #expect(result.marked.count == count - 1)
        #expect(
            result.failed == [
                .init(
                    messageID: victim,
                    reason: "the message was deleted in the meantime (conversations/c1/messages/\(victim))")
            ])
        let messages = try await chat.messages()
        #expect(messages.count == count - 1)
        #expect(messages.values.allSatisfy { $0.readBy == ["bob"] })
    }

    @Test func `a denied message is named, and all others land`() async throws {
        let chat = try await TestChat(messages: 50)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            request.isCall(":commit") && (request.mentions("/m7\"") || request.mentions("/m31\""))
                ? FaultyTransport.refusal(403, "PERMISSION_DENIED", "false for 'update' @ L7")
                : try await request.send(through: base)
        }
        let result = try await chat.service("bob", through: transport).markAllRead(
            conversation: "c1", user: "bob")
        #expect(result.marked.count == 48)
        #expect(Set(result.failed.map(\.messageID)) == ["m7", "m31"])
        #expect(result.failed.allSatisfy { $0.reason.hasPrefix("denied by the security rules") })
        #expect(try await chat.messages().values.count { $0.status == .sent } == 2)
    }

    @Test func `a message that does not exist is named`() async throws {
        let chat = try await TestChat(messages: 1)
        let result = try await chat.service("bob").markRead(
            conversation: "c1", messageIDs: ["nope", "m0"], user: "bob")
        #expect(result.marked == ["m0"])
        #expect(
            result.failed == [
                .init(messageID: "nope", reason: "there is no such message (conversations/c1/messages/nope)")
            ])
    }

    @Test func `A11: a reply that is lost after the commit landed does no harm`() async throws {
        let chat = try await TestChat(messages: 20)
        let losses = Mutex(2)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            let response = try await request.send(through: base)
            let isLost =
                request.isCall(":commit")
                && losses.withLock { left in
                    defer { left -= 1 }; return left > 0
                }
            if isLost { throw HTTPTransportError(.connectionLost, "the connection was lost") }
            return response
        }
        let result = try await chat.service("bob", through: transport).markAllRead(
            conversation: "c1", user: "bob")
        #expect(result.marked.count == 20)
        #expect(try await chat.messages().values.allSatisfy { $0.readBy == ["bob"] && $0.status == .read })
    }

    @Test func `when the server goes away the error tells what has landed`() async throws {
        let chat = try await TestChat(messages: 1200)
        let commits = Mutex(0)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            let isCut =
                request.isCall(":commit")
                && commits.withLock { count in
                    count += 1; return count > 1
                }
            if isCut { throw HTTPTransportError(.unreachable, "no server answers") }
            return try await request.send(through: base)
        }
        let bob = try chat.service("bob", through: transport)
        let error = await #expect(throws: ReceiptsError.self) {
            try await bob.markAllRead(conversation: "c1", user: "bob")
        }
        #expect(error?.code == .offline)
        #expect(error?.partialResult?.marked.count == 500)
        #expect(error?.partialResult?.commits == 1)
        #expect(try await chat.messages().values.count { $0.readBy == ["bob"] } == 500)
    }

    @Test func `somebody who is no member marks nothing`() async throws {
        let chat = try await TestChat(messages: 1)
        for mark in [
            { try await chat.service("mallory").markAllRead(conversation: "c1", user: "mallory") },
            {
                try await chat.service("mallory").markRead(
                    conversation: "c1", messageIDs: ["m0"], user: "mallory")
            },
        ] as [@Sendable () async throws -> MarkResult] {
            let error = await #expect(throws: ReceiptsError.self) { try await mark() }
            #expect(error?.code == .notAMember)
            #expect(
                error?.message
                    == "user \"mallory\" is not a member of conversation \"c1\" (conversations/c1, field participants)"
            )
        }
        #expect(try await chat.messages()["m0"]?.status == .sent)
    }

    @Test func `a conversation that does not exist is an error, one without messages is not`() async throws {
        let chat = try await TestChat()
        let bob = try chat.service("bob")
        let error = await #expect(throws: ReceiptsError.self) {
            try await bob.markAllRead(conversation: "nope", user: "bob")
        }
        #expect(error?.code == .notFound)
        #expect(error?.message == "there is no conversation \"nope\" (conversations/nope)")
        #expect(try await bob.markAllRead(conversation: "c1", user: "bob").marked.isEmpty)
        #expect(try await bob.markRead(conversation: "c1", messageIDs: [], user: "bob") == MarkResult())
    }

    @Test func `messages of a conversation without a document of its own can be marked`() async throws {
        let chat = try await TestChat()
        try await chat.admin.document("conversations/loose/messages/m").setData(TestChat.message())
        let result = try await chat.service("bob").markAllRead(conversation: "loose", user: "bob")
        #expect(result.marked == ["m"])
    }

    @Test func `B8: two members who mark the same messages at once are both recorded`() async throws {
        let chat = try await TestChat(members: ["alice", "bob", "carol"], messages: 120)
        async let bob = chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        async let carol = chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        #expect(try await [bob, carol].map(\.marked.count) == [120, 120])
        #expect(
            try await chat.messages().values.allSatisfy {
                $0.readBy.sorted() == ["bob", "carol"] && $0.status == .read
            })
    }

    @Test func `a message is sent with nobody in readBy`() async throws {
        let chat = try await TestChat()
        let alice = try chat.service("alice")
        let id = try await alice.send("Hi", conversation: "c1", from: "alice")
        let message = try #require(try await chat.messages()[id])
        #expect(message.status == .sent)
        #expect(message.readBy.isEmpty)
        #expect(message.text == "Hi")
        #expect(message.timestamp != nil)
        let error = await #expect(throws: ReceiptsError.self) {
            try await alice.send("Hi", conversation: "c1", from: "mallory")
        }
        #expect(error?.code == .notAMember)
    }
}
