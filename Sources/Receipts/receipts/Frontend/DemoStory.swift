import FirestoreClient
import FirestoreEmulator
import FirestoreModel
import HTTPTransport
import HTTPTypes
import ReadReceipts
import Synchronization

/// The scenes of the demo. Every printed line is read back from the emulator.
struct DemoStory: Sendable {
    private let console: Console
    private let project: String
    private let transport: any HTTPTransport
    private let admin: Firestore

    init(console: Console, emulator: Emulator, project: String) throws {
        self.console = console
        self.project = project
        transport = emulator.transport
        admin = try Firestore(Self.settings(project, .emulatorAdmin), transport: transport)
    }

    private static func settings(_ project: String, _ credentials: Credentials) -> FirestoreSettings {
        FirestoreSettings(
            projectID: project, endpoint: .emulator(host: "127.0.0.1", port: 8080), credentials: credentials)
    }

    private func firestore(_ credentials: Credentials, _ transport: any HTTPTransport) throws -> Firestore {
        try Firestore(Self.settings(project, credentials), transport: transport)
    }

    /// The chats, signed in as a user.
    private func open(_ user: UserID) throws -> ReceiptService {
        ReceiptService(firestore: try firestore(.emulatorUser(uid: user.string), transport))
    }

    func tell() async throws {
        try await oneToOne()
        try await group()
        try await backlog()
        try await deletedUnderWay()
        try await atTheSameTime()
    }

    // MARK: Scenes

    private func oneToOne() async throws {
        scene("A chat of two: alice writes to bob")
        try await conversation("alice-bob", ["alice", "bob"])
        let (alice, bob) = (try open("alice"), try open("bob"))
        let id = try await alice.send("Lunch at one?", conversation: "alice-bob", from: "alice")
        try await show("sent", id, "alice-bob", to: "alice")
        _ = try await bob.markDelivered(conversation: "alice-bob", messageIDs: [id], user: "bob")
        try await show("bob's phone receives it", id, "alice-bob", to: "alice")
        _ = try await bob.markRead(conversation: "alice-bob", messageIDs: [id], user: "bob")
        try await show("bob reads it", id, "alice-bob", to: "alice")
        let again = try await bob.markRead(conversation: "alice-bob", messageIDs: [id], user: "bob")
        line("bob opens the chat again", again.summary(.read))
    }

    private func group() async throws {
        scene("A group of four: alice writes to bob, carol and dave")
        try await conversation("team", ["alice", "bob", "carol", "dave"], name: "Team")
        let id = try await open("alice").send("The release is out!", conversation: "team", from: "alice")
        try await show("sent", id, "team", to: "alice")
        _ = try await open("bob").markDelivered(conversation: "team", messageIDs: [id], user: "bob")
        try await show("delivered", id, "team", to: "alice")
        for user: UserID in ["bob", "carol", "dave"] {
            _ = try await open(user).markRead(conversation: "team", messageIDs: [id], user: user)
            try await show("\(user) reads it", id, "team", to: "alice")
        }
    }

    private func backlog() async throws {
        scene("600 unread messages, marked in commits of at most 500")
        try await conversation("backlog", ["alice", "bob"])
        try await messages(600, in: "backlog")
        let result = try await open("bob").markAllRead(conversation: "backlog", user: "bob")
        line("bob comes back from holiday", result.summary(.read))
        let again = try await open("bob").markAllRead(conversation: "backlog", user: "bob")
        line("a second time", again.summary(.read))
    }

    private func deletedUnderWay() async throws {
        scene("alice deletes a message while bob marks it: the others still land")
        try await conversation("cleanup", ["alice", "bob"])
        try await messages(100, in: "cleanup")
        let bob = ReceiptService(
            firestore: try firestore(.emulatorUser(uid: "bob"), deletingBeforeCommit("m42")))
        let result = try await bob.markAllRead(conversation: "cleanup", user: "bob")
        line("bob marks 100 messages read", result.summary(.read))
        for failure in result.failed { line("  \(failure.messageID)", failure.reason) }
    }

    /// Deletes a message just before the first commit.
    private func deletingBeforeCommit(_ id: MessageID) -> any HTTPTransport {
        let message = admin.document("conversations/cleanup/messages/\(id)")
        let isDeleted = Mutex(false)
        return InterceptingTransport(base: transport) { request in
            guard request.path?.hasSuffix(":commit") == true else { return }
            let isFirst = isDeleted.withLock { done in
                defer { done = true }
                return !done
            }
            if isFirst { try? await message.delete() }
        }
    }

    private func atTheSameTime() async throws {
        scene("Two members mark the same 50 messages at the same time")
        try await conversation("busy", ["alice", "bob", "carol"])
        try await messages(50, in: "busy")
        async let bob = open("bob").markAllRead(conversation: "busy", user: "bob")
        async let carol = open("carol").markAllRead(conversation: "busy", user: "carol")
        let results = try await [bob, carol]
        line("bob and carol", "\(results.map(\.marked.count).reduce(0, +)) receipts written")
        let messages = try await open("alice").messages(conversation: "busy")
        let complete = messages.count { Set($0.readBy) == ["bob", "carol"] && $0.readBy.count == 2 }
        line("readBy holds both, once each", "in \(complete) of \(messages.count) messages")
    }

    // MARK: Props

    private func conversation(_ id: ConversationID, _ members: [UserID], name: String? = nil) async throws {
        var fields: [String: Any] = ["participants": members.map(\.string)]
        if let name { fields["groupName"] = name }
        try await admin.document("conversations/\(id)").setData(fields)
    }

    private func messages(_ count: Int, in conversation: ConversationID) async throws {
        let batch = admin.batch()
        let begin = Timestamp().seconds
        for number in 1...count {
            let reference = admin.document("conversations/\(conversation)/messages/m\(number)")
            batch.setData(
                [
                    "senderId": "alice", "text": "Message \(number)", "status": "sent", "readBy": [String](),
                    "timestamp": Timestamp(seconds: begin + Int64(number), nanoseconds: 0),
                ],
                forDocument: reference)
        }
        try await batch.commit()
    }

    // MARK: Printing

    private func scene(_ title: String) {
        console.out("")
        console.out(console.styled(title, .bold))
    }

    private func line(_ event: String, _ text: String) {
        console.out("  \(event.padded(32))\(text)")
    }

    /// Prints what the sender sees next to a message.
    private func show(_ event: String, _ id: MessageID, _ conversation: ConversationID, to user: UserID)
        async throws
    {
        let service = try open(user)
        let chat = try await service.conversation(conversation)
        guard let message = try await service.messages(conversation: conversation, ids: [id]).found.first,
            let status = DisplayedStatus(of: message, in: chat, seenBy: user)
        else { throw CommandFailure(.failed, "the demo's own message is gone") }
        var text = "\(console.ticks(status))\(status.status == .sent ? " " : "")  \(status.status.rawValue)"
        if status.recipientCount > 1, status.readCount > 0 {
            text +=
                status.status == .read
                ? " by all" : ", read by \(status.readCount) of \(status.recipientCount)"
        }
        line(event, text)
    }
}
