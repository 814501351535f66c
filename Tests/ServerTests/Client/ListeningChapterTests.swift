import FirestoreClient
import Foundation
import TestSupport
import Testing

/// An app that listens as Google's documentation for Apple platforms teaches it: only its import is another.
private final class ChatScreen {
    private let db: Firestore
    private let show: (String) -> Void
    private var listener: (any ListenerRegistration)?

    init(db: Firestore, show: @escaping (String) -> Void) {
        self.db = db
        self.show = show
    }

    // MARK: One document

    func watchRoom(_ id: String) {
        db.collection("rooms").document(id)
            .addSnapshotListener { [show] documentSnapshot, error in
                guard let document = documentSnapshot else {
                    show("Error fetching room: \(String(describing: error))")
                    return
                }
                guard let data = document.data() else {
                    show("The room is empty.")
                    return
                }
                let source = document.metadata.hasPendingWrites ? "Local" : "Server"
                show("\(source): \(data["title"] as? String ?? "untitled")")
            }
    }

    func watchConnection(to id: String) {
        db.collection("rooms").document(id)
            .addSnapshotListener(includeMetadataChanges: true) { [show] documentSnapshot, error in
                guard let document = documentSnapshot else { return }
                show(document.metadata.isFromCache ? "offline" : "online")
            }
    }

    // MARK: Several documents

    func watchUnread(in room: String) {
        db.collection("rooms/\(room)/messages").whereField("status", isEqualTo: "sent")
            .addSnapshotListener { [show] querySnapshot, error in
                guard let documents = querySnapshot?.documents else {
                    show("Error fetching messages: \(String(describing: error))")
                    return
                }
                let texts = documents.map { $0["text"] ?? "" }
                show("Unread: \(texts)")
            }
    }

    func watchChanges(in room: String) {
        listener = db.collection("rooms/\(room)/messages").order(by: "sentAt", descending: true).limit(to: 2)
            .addSnapshotListener { [show] querySnapshot, error in
                guard let snapshot = querySnapshot else {
                    show("Error fetching snapshots: \(String(describing: error))")
                    return
                }
                snapshot.documentChanges.forEach { diff in
                    if (diff.type == .added) {
                        show("New: \(diff.document.documentID) at \(diff.newIndex)")
                    }
                    if (diff.type == .modified) {
                        show(
                            "Changed: \(diff.document.data()["text"] ?? "") from \(diff.oldIndex) to \(diff.newIndex)"
                        )
                    }
                    if (diff.type == .removed) {
                        show("Gone: \(diff.document.documentID) from \(diff.oldIndex)")
                    }
                }
            }
    }

    func leave() {
        listener?.remove()
        listener = nil
    }

    // MARK: Errors

    func watchSecrets() {
        db.collection("secrets").addSnapshotListener { [show] querySnapshot, error in
            if let error = error as NSError? {
                let code = FirestoreErrorCode.Code(rawValue: error.code)
                show(
                    "\(error.domain == FirestoreErrorDomain && code == .permissionDenied ? "Not for you" : "\(error)")"
                )
                return
            }
            show("\(querySnapshot?.count ?? 0) secrets")
        }
    }

    // MARK: Options and sequences

    func watchTitles() -> any ListenerRegistration {
        let options = SnapshotListenOptions()
            .withSource(ListenSource.default)
            .withIncludeMetadataChanges(true)
        return db.collection("rooms").addSnapshotListener(options: options) { [show] snapshot, error in
            guard let snapshot = snapshot else { return }
            let names = snapshot.documents.compactMap { $0.get("title") as? String }
            show("\(snapshot.query == self.db.collection("rooms") ? "Rooms" : "?"): \(names)")
        }
    }

    func titles(of id: String, count: Int) async throws -> [String] {
        var titles: [String] = []
        for try await snapshot in db.document("rooms/\(id)").snapshots {
            titles.append(snapshot.get("title") as? String ?? "-")
            if titles.count == count { break }
        }
        return titles
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ListeningChapterTests {
    private let server: TestServer
    private let db: Firestore
    private let shown: AsyncStream<String>
    private let screen: ChatScreen

    init() throws {
        server = try TestServer()
        let settings = { (db: Firestore) in
            let settings = db.settings
            settings.dispatchQueue = DispatchQueue(label: "handlers")
            db.settings = settings
        }
        db = try server.firestore(clock: ContinuousClock())
        settings(db)
        let (shown, continuation) = AsyncStream.makeStream(of: String.self)
        self.shown = shown
        screen = ChatScreen(db: db) { continuation.yield($0) }
    }

    /// What the screen shows next.
    private func next(_ count: Int = 1) async -> [String] {
        var words: [String] = []
        var iterator = shown.makeAsyncIterator()
        while words.count < count, let word = await iterator.next() { words.append(word) }
        return words
    }

    @Test func `a document is shown when it is written, changed and deleted`() async throws {
        screen.watchRoom("r1")
        #expect(await next() == ["The room is empty."])
        try await db.document("rooms/r1").setData(["title": "Tea"])
        #expect(await next() == ["Server: Tea"])
        try await db.document("rooms/r1").updateData(["title": "Coffee"])
        #expect(await next() == ["Server: Coffee"])
        try await db.document("rooms/r1").delete()
        #expect(await next() == ["The room is empty."])
    }

    @Test func `metadata alone is shown to those who ask for it`() async throws {
        screen.watchConnection(to: "r1")
        #expect(await next() == ["online"])
    }

    @Test func `a query is shown with all its results`() async throws {
        let messages = db.collection("rooms/r1/messages")
        try await messages.document("m1").setData(["text": "hi", "status": "sent"])
        screen.watchUnread(in: "r1")
        #expect(await next() == [#"Unread: ["hi"]"#])
        try await messages.document("m2").setData(["text": "tea?", "status": "sent"])
        #expect(await next() == [#"Unread: ["hi", "tea?"]"#])
        try await messages.document("m1").updateData(["status": "read"])
        #expect(await next() == [#"Unread: ["tea?"]"#])
    }

    @Test func `changes between snapshots are shown one by one, until the listener is detached`() async throws
    {
        let messages = db.collection("rooms/r1/messages")
        try await messages.document("m1").setData(["text": "hi", "sentAt": 1])
        screen.watchChanges(in: "r1")
        #expect(await next() == ["New: m1 at 0"])
        try await messages.document("m2").setData(["text": "tea?", "sentAt": 2])
        #expect(await next() == ["New: m2 at 0"])
        try await messages.document("m1").updateData(["text": "hello", "sentAt": 3])
        #expect(await next() == ["Changed: hello from 1 to 0"])
        try await messages.document("m3").setData(["text": "yes", "sentAt": 4])
        #expect(await next(2) == ["Gone: m2 from 1", "New: m3 at 0"])
        screen.leave()
        try await messages.document("m4").setData(["text": "now", "sentAt": 5])
        screen.watchUnread(in: "r1")
        #expect(await next() == ["Unread: []"])
    }

    @Test func `an error is shown once, and ends the listener`() async throws {
        try await server.setRules(
            "service cloud.firestore { match /databases/{d}/documents { match /rooms/{id} { allow read; } } }"
        )
        let user = try server.firestore(as: .emulatorUser(uid: "bob"), clock: ContinuousClock())
        let settings = user.settings
        settings.dispatchQueue = DispatchQueue(label: "handlers")
        user.settings = settings
        let (shown, continuation) = AsyncStream.makeStream(of: String.self)
        ChatScreen(db: user) { continuation.yield($0) }.watchSecrets()
        var words = shown.makeAsyncIterator()
        #expect(await words.next() == "Not for you")
    }

    @Test func `options and sequences`() async throws {
        try await db.document("rooms/r1").setData(["title": "Tea"])
        let listener = screen.watchTitles()
        #expect(await next() == [#"Rooms: ["Tea"]"#])
        #expect(try await screen.titles(of: "r1", count: 1) == ["Tea"])
        listener.remove()
    }
}
