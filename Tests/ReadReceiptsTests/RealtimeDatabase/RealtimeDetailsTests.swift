import FirestoreModel
import ReadReceipts
import RealtimeDatabase
import TestSupport
import Testing

@Suite("Details of receipts in the Realtime Database (C)")
struct RealtimeDetailsTests {
    private func details(
        _ chat: RealtimeChat, of message: MessageID = "m1", seenBy user: UserID = "alice"
    ) async throws -> ReceiptDetails {
        let service = try chat.service(user)
        return try await service.details(
            of: message, conversation: "c1", user: user, profiles: UserProfiles(of: service))
    }

    private func name(_ chat: RealtimeChat, _ users: [UserID]) async throws {
        for user in users {
            try await chat.admin.reference(withPath: "users/\(user)/displayName").setValue(
                .string("Name of \(user)"))
        }
    }

    @Test
    func `C1, C2: readers with their times, the latest first; the rest has not read, without the sender`()
        async throws
    {
        let chat = try await RealtimeChat(
            members: ["alice", "bob", "carol", "dave", "erin"], senders: ["alice"])
        try await name(chat, ["alice", "bob", "carol", "dave", "erin"])
        _ = try await chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        let details = try await details(chat)
        #expect(details.read.map(\.userID) == ["bob", "carol"])
        #expect(details.notRead.map(\.name) == ["Name of dave", "Name of erin"])
        let times = details.read.compactMap(\.readAt)
        #expect(times.count == 2 && times[0] > times[1])
    }

    @Test(arguments: [
        (nil, "Not Read Yet"), ("sent", "Not Read Yet"), ("sending", "Not Read Yet"),
        ("maybe", "Not Read Yet"),
        ("delivered", "Delivered"), ("read", "Delivered"),
    ])
    func `C1: those who have not read are under "Delivered" only where the message says that it was`(
        status: String?, title: String
    ) async throws {
        let chat = try await RealtimeChat(senders: ["alice"])
        if let status {
            try await chat.admin.reference(withPath: "messages/c1/m1/status").setValue(.string(status))
        }
        let formatter = ReceiptFormatter(strings: .english(for: .readAt))
        #expect(formatter.notReadTitle(try await details(chat)) == title)
    }

    @Test func `what was merely stored is called sent, as delivery is not kept`() async throws {
        let formatter = ReceiptFormatter(strings: .english(for: .readAt))
        let stored = formatter.label(ReadProgress.delivered)
        #expect(stored.text == "Sent" && stored.accessibilityLabel == "Message sent")
        // The design with members and read counts calls it delivered (D4).
        let other = ReceiptFormatter(strings: .english(for: .readBy)).label(ReadProgress.delivered)
        #expect(other.text == "Delivered" && other.accessibilityLabel == "Message delivered")
    }

    @Test func `C5: who has left disappears, and a deleted account is named so`() async throws {
        let chat = try await RealtimeChat(members: ["alice", "bob", "carol", "dave"], senders: ["alice"])
        try await name(chat, ["alice", "bob"])
        for user: UserID in ["bob", "carol", "dave"] {
            _ = try await chat.service(user).markAllRead(conversation: "c1", user: user)
        }
        try await chat.admin.reference(withPath: "conversations/c1/members/dave").removeValue()
        try await chat.admin.reference(withPath: "messages/c1/m1/text").removeValue()
        let details = try await details(chat)
        #expect(Set(details.read.map(\.name)) == ["Name of bob", "Deleted User"])
        #expect(details.notRead == [])
    }

    @Test func `everybody's profile is read, however many there are`() async throws {
        let users: [UserID] = (0..<50).map { "u\($0)" }
        let chat = try await RealtimeChat(members: ["alice"] + users, senders: ["alice"])
        try await name(chat, users)
        let details = try await details(chat)
        #expect(Set(details.notRead.map(\.name)) == Set(users.map { "Name of \($0)" }))
    }

    @Test(.timeLimit(.minutes(1)))
    func `C3: a reader moves over while the sheet is open, without being asked for`() async throws {
        let chat = try await RealtimeChat(senders: ["alice"])
        let alice = try chat.service("alice")
        let stillClock = InstantClock { _, _ in try await untilCancelled() }
        let sheet = alice.liveDetails(
            of: "m1", conversation: "c1", user: "alice", profiles: UserProfiles(of: alice), clock: stillClock)
        var states = sheet.makeAsyncIterator()
        func readers() async -> [UserID]? {
            switch await states.next() {
            case .loaded(let details): details.read.map(\.userID)
            case .loading, .failed, nil: nil
            }
        }
        #expect(await readers() == nil)
        #expect(await readers() == [])
        _ = try await chat.service("bob").markAllRead(conversation: "c1", user: "bob")
        #expect(await readers() == ["bob"])
        _ = try await chat.service("carol").markAllRead(conversation: "c1", user: "carol")
        #expect(await readers() == ["carol", "bob"])
    }

    @Test func `C1: others' messages, system messages and conversations of two have no details`() async throws
    {
        let chat = try await RealtimeChat(senders: ["bob", nil, "alice"])
        for message: MessageID in ["m1", "m2"] {
            await #expect(throws: ReceiptsError.self) { try await details(chat, of: message) }
        }
        try await chat.admin.reference(withPath: "conversations/c1/members/carol").removeValue()
        await #expect(throws: ReceiptsError.self) { try await details(chat, of: "m3") }
    }
}
