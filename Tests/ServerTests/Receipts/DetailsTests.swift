import FirestoreClient
import HTTPTransport
import ReadReceipts
import Synchronization
import TestSupport
import Testing

@Suite("Details of receipts on a server")
struct DetailsTests {
    private func chat(members: [UserID], schema: ReceiptSchema = .readBy) async throws -> TestChat {
        let chat = try await TestChat(members: ["alice"] + members, messages: 1, schema: schema)
        let batch = chat.admin.batch()
        for member in members.prefix(400) {
            batch.setData(
                ["displayName": "Name of \(member)"], forDocument: chat.admin.document("users/\(member)"))
        }
        try await batch.commit()
        return chat
    }

    @Test func `E2, E3, E6: names come with the readers, and a reader moves over`() async throws {
        let chat = try await chat(members: ["bob", "carol"])
        let alice = try chat.service("alice")
        let profiles = UserProfiles(of: alice)
        func names() async throws -> ([String], [String]) {
            let details = try await alice.details(
                of: "m0", conversation: "c1", user: "alice", profiles: profiles)
            return (details.read.map(\.name), details.notRead.map(\.name))
        }
        #expect(try await names() == ([], ["Name of bob", "Name of carol"]))
        _ = try await chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        #expect(try await names() == (["Name of carol"], ["Name of bob"]))
    }

    @Test func `E7: profiles are read in one request for a hundred, and never twice`() async throws {
        let members: [UserID] = (1...100).map { "u\($0)" }
        let chat = try await chat(members: members)
        let alice = try chat.service("alice")
        let profiles = UserProfiles(of: alice)
        let firestore = try #require(alice.firestore)
        let before = firestore.usage.requests
        for _ in 0..<2 {
            let details = try await alice.details(
                of: "m0", conversation: "c1", user: "alice", profiles: profiles)
            #expect(details.notRead.count == 100)
            #expect(details.notRead.allSatisfy { $0.kind == .member })
        }
        // The message with its conversation, twice; the profiles, once.
        #expect(firestore.usage.requests - before == 3)
    }

    @Test func `what has no details says why`() async throws {
        let chat = try await chat(members: ["bob", "carol"])
        let bob = try chat.service("bob")
        let profiles = UserProfiles(of: bob)
        func error(_ message: MessageID, user: UserID) async -> ReceiptsError? {
            do throws(ReceiptsError) {
                _ = try await bob.details(of: message, conversation: "c1", user: user, profiles: profiles)
                return nil
            } catch {
                return error
            }
        }
        #expect(await error("m0", user: "bob")?.code == .invalidArgument)
        #expect(
            await error("m0", user: "bob")?.message.contains("only the sender sees who has read it") == true)
        #expect(await error("m9", user: "bob")?.code == .notFound)
        #expect(await error("a/b", user: "bob")?.code == .invalidArgument)
    }

    @Test func `E5: a member without a profile is logged, and not looked for again at once`() async throws {
        let chat = try await chat(members: ["bob"])
        try await chat.admin.document("chats/c1").updateData(["members": ["alice", "bob", "gone"]])
        let alice = try chat.service("alice")
        let log = RecordingLogHandler.Log()
        let firestore = try #require(alice.firestore)
        let profiles = UserProfiles(
            firestore: firestore, schema: chat.schema, patience: .seconds(3600), logger: log.logger)
        let before = firestore.usage.requests
        for _ in 0..<2 {
            let details = try await alice.details(
                of: "m0", conversation: "c1", user: "alice", profiles: profiles)
            #expect(details.notRead.map(\.name) == ["Name of bob", "Unknown User"])
        }
        #expect(firestore.usage.requests - before == 3)
        #expect(log.lines == [#"notice users without a profile users=["gone"]"#])
    }

    // MARK: While they are on the screen

    private func live(
        _ chat: TestChat, through transport: (any HTTPTransport)? = nil, _ clock: any Clock<Duration>
    ) throws -> LiveReceiptDetails {
        let alice = try chat.service("alice", through: transport, retryPolicy: .never)
        return alice.liveDetails(
            of: "m0", conversation: "c1", user: "alice",
            profiles: UserProfiles(of: alice), clock: clock)
    }

    private func text(_ state: LiveReceiptDetails.State?) -> String {
        switch state {
        case .loading?: "loading"
        case .loaded(let details)?:
            "read: \(details.read.map(\.userID.string)), not read: \(details.notRead.map(\.userID.string))"
        case .failed(let error)?: "failed: \(error.code)"
        case nil: "ended"
        }
    }

    @Test func `E4, E6: the details load, and a reader moves over while they are shown`() async throws {
        let chat = try await chat(members: ["bob", "carol"])
        let carol = try chat.service("carol")
        let clock = InstantClock { wait, _ in
            if wait == 3 { _ = try await carol.markAllRead(conversation: "c1", user: "carol") }
            if wait == 6 { try await chat.message("m0").delete() }
            if wait == 9 { try await untilCancelled() }
        }
        var states = try live(chat, clock).makeAsyncIterator()
        #expect(text(await states.next()) == "loading")
        #expect(text(await states.next()) == #"read: [], not read: ["bob", "carol"]"#)
        #expect(text(await states.next()) == #"read: ["carol"], not read: ["bob"]"#)
        // B9: what is deleted meanwhile stays as it was.
        let end = Task { [states] in
            var states = states
            return await states.next() == nil
        }
        while clock.sleeps.count < 9 { await Task.yield() }
        end.cancel()
        #expect(await end.value)
    }

    @Test func `E4: a failure is a state, and is tried again when asked`() async throws {
        let chat = try await chat(members: ["bob", "carol"])
        let isDenied = Mutex(true)
        let transport = FaultyTransport(chat.server.transport) { request, base throws(HTTPTransportError) in
            isDenied.withLock { $0 }
                ? FaultyTransport.refusal(403, "PERMISSION_DENIED", "no")
                : try await request.send(through: base)
        }
        let clock = ManualClock()
        let details = try live(chat, through: transport, clock)
        var states = details.makeAsyncIterator()
        #expect(text(await states.next()) == "loading")
        #expect(text(await states.next()) == "failed: permissionDenied")
        isDenied.withLock { $0 = false }
        details.retry()
        #expect(text(await states.next()) == "loading")
        #expect(text(await states.next()) == #"read: [], not read: ["bob", "carol"]"#)
    }

    @Test func `E4: without a connection it is tried again by itself, and what is shown stays`() async throws
    {
        let chat = try await chat(members: ["bob", "carol"])
        let transport = SwitchedTransport(chat.server.transport, isDown: true)
        let clock = InstantClock { wait, _ in
            switch wait {
            case 3: transport.isDown = false
            case 4: transport.isDown = true
            case 6:
                transport.isDown = false
                _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
            default: break
            }
        }
        var states = try live(chat, through: transport, clock).makeAsyncIterator()
        var seen: [String] = []
        for _ in 0..<4 { seen.append(text(await states.next())) }
        #expect(
            seen == [
                "loading", "failed: offline", #"read: [], not read: ["bob", "carol"]"#,
                #"read: ["bob"], not read: ["carol"]"#,
            ])
    }
}
