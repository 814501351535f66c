import FirestoreClient
import Foundation
import TestSupport
import Testing

/// Listening as an app does, on a server.
@Suite struct SnapshotListenerTests {
    private let db: Firestore
    private let server: TestServer

    init() throws {
        server = try TestServer()
        db = try server.firestore(clock: ContinuousClock())
    }

    /// The results in words: `a=1 b=2`.
    private func words(_ snapshot: QuerySnapshot) -> String {
        snapshot.documents.map { "\($0.documentID)=\($0.get("n") as? Int ?? -1)" }.joined(separator: " ")
    }

    /// The changes in words: `added a nil-0`.
    private func changes(_ snapshot: QuerySnapshot) -> [String] {
        func index(_ index: UInt) -> String { index == UInt(NSNotFound) ? "nil" : "\(index)" }
        return snapshot.documentChanges.map {
            "\($0.type) \($0.document.documentID) \(index($0.oldIndex))-\(index($0.newIndex))"
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a query has a snapshot at once, and in its order after every change`() async throws {
        let messages = db.collection("messages")
        try await messages.document("b").setData(["n": 2])
        var snapshots = messages.order(by: "n").snapshots.makeAsyncIterator()
        let first = try #require(try await snapshots.next())
        #expect(words(first) == "b=2")
        #expect(changes(first) == ["added b nil-0"])
        #expect(!first.metadata.isFromCache)
        try await messages.document("a").setData(["n": 1])
        let second = try #require(try await snapshots.next())
        #expect(words(second) == "a=1 b=2")
        #expect(changes(second) == ["added a nil-0"])
        try await messages.document("a").updateData(["n": 3])
        let third = try #require(try await snapshots.next())
        #expect(words(third) == "b=2 a=3")
        #expect(changes(third) == ["modified a 0-1"])
        try await messages.document("b").delete()
        let fourth = try #require(try await snapshots.next())
        #expect(words(fourth) == "a=3")
        #expect(changes(fourth) == ["removed b 0-nil"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `the writes of a batch are one change`() async throws {
        let messages = db.collection("messages")
        var snapshots = messages.snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.isEmpty == true)
        let batch = db.batch()
        for id in ["a", "b", "c"] { batch.setData(["n": 1], forDocument: messages.document(id)) }
        try await batch.commit()
        #expect(try await snapshots.next().map(words) == "a=1 b=1 c=1")
    }

    @Test(.timeLimit(.minutes(1)))
    func `the last documents of a query stay the last ones`() async throws {
        let messages = db.collection("messages")
        for n in 1...4 { try await messages.document("m\(n)").setData(["n": n]) }
        var snapshots = messages.order(by: "n").limit(toLast: 2).snapshots.makeAsyncIterator()
        #expect(try await snapshots.next().map(words) == "m3=3 m4=4")
        try await messages.document("m5").setData(["n": 5])
        let next = try #require(try await snapshots.next())
        #expect(words(next) == "m4=4 m5=5")
        #expect(changes(next) == ["removed m3 0-nil", "added m5 nil-1"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a document is reported missing, there and gone`() async throws {
        let document = db.document("messages/a")
        var snapshots = document.snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.exists == false)
        try await document.setData(["n": 1])
        #expect(try await snapshots.next()?.get("n") as? Int == 1)
        try await document.delete()
        #expect(try await snapshots.next()?.exists == false)
    }

    @Test(.timeLimit(.minutes(1)))
    func `two listeners of a client share a stream, and one that joins later is told everything`()
        async throws
    {
        let messages = db.collection("messages")
        try await messages.document("a").setData(["n": 1])
        var first = messages.snapshots.makeAsyncIterator()
        #expect(try await first.next().map(words) == "a=1")
        let read = db.usage.documentsRead
        var second = messages.snapshots.makeAsyncIterator()
        #expect(try await second.next().map(words) == "a=1")
        // The second one costs nothing.
        #expect(db.usage.documentsRead == read)
        try await messages.document("b").setData(["n": 2])
        #expect(try await first.next().map(words) == "a=1 b=2")
        #expect(try await second.next().map(words) == "a=1 b=2")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a query that the rules deny ends the listener with permissionDenied`() async throws {
        try await server.setRules(
            "service cloud.firestore { match /databases/{d}/documents { match /open/{id} { allow read; } } }")
        let user = try server.firestore(as: .emulatorUser(uid: "bob"), clock: ContinuousClock())
        var open = user.collection("open").snapshots.makeAsyncIterator()
        #expect(try await open.next()?.isEmpty == true)
        var closed = user.collection("closed").snapshots.makeAsyncIterator()
        await #expect { _ = try await closed.next() } throws: { error in
            (error as? FirestoreError)?.code == .permissionDenied
        }
        #expect(try await closed.next() == nil)
        // The other one goes on.
        try await db.document("open/a").setData(["n": 1])
        #expect(try await open.next().map(words) == "a=1")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a permission that is lost while listening ends the listener with permissionDenied`() async throws {
        func rules(_ condition: String) -> String {
            "service cloud.firestore { match /databases/{d}/documents { match /messages/{id} { allow read: if \(condition); } } }"
        }
        try await server.setRules(rules("request.auth != null"))
        let user = try server.firestore(as: .emulatorUser(uid: "bob"), clock: ContinuousClock())
        var snapshots = user.collection("messages").snapshots.makeAsyncIterator()
        #expect(try await snapshots.next()?.isEmpty == true)
        try await server.setRules(rules("false"))
        try await db.document("messages/a").setData(["n": 1])
        await #expect { while try await snapshots.next() != nil {} } throws: { error in
            (error as? FirestoreError)?.code == .permissionDenied
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a handler is called until its listener is removed`() async throws {
        let queue = DispatchQueue(label: "handlers")
        let settings = db.settings
        settings.dispatchQueue = queue
        db.settings = settings
        let document = db.document("messages/a")
        let (values, continuation) = AsyncStream.makeStream(of: Int?.self)
        let registration = document.addSnapshotListener { snapshot, error in
            #expect(error == nil)
            continuation.yield(snapshot?.get("n") as? Int)
        }
        var received = values.makeAsyncIterator()
        #expect(await received.next() == .some(nil))
        try await document.setData(["n": 1])
        #expect(await received.next() == 1)
        registration.remove()
        try await document.setData(["n": 2])
        // Another listener hears of it, so the first one would have.
        var other = document.snapshots.makeAsyncIterator()
        #expect(try await other.next()?.get("n") as? Int == 2)
        queue.sync {}
        continuation.finish()
        #expect(await received.next() == nil)
    }
}
