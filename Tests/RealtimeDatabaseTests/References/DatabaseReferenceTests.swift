import RealtimeDatabase
import TestSupport
import Testing

@Suite struct DatabaseReferenceTests {
    @Test func `a reference knows its key, its parent and its URL`() throws {
        let database = try makeDatabase(endpoint: .production)
        let reference = database.reference(withPath: "/rooms//r1/").child("messages/m1")
        #expect(reference.path == "/rooms/r1/messages/m1")
        #expect(reference.key == "m1")
        #expect(reference.parent?.path == "/rooms/r1/messages")
        #expect(reference.parent == database.reference(withPath: "rooms/r1/messages"))
        #expect(reference.description == "https://db.firebaseio.com/rooms/r1/messages/m1")
        #expect(reference.root == database.reference())
        #expect(database.reference().key == nil)
        #expect(database.reference().parent == nil)
        #expect(Set([reference, database.reference(withPath: "rooms/r1/messages/m1")]).count == 1)
    }

    @Test func `a reference to another database is another one`() throws {
        let here = try makeDatabase(endpoint: .production).reference(withPath: "a")
        let there = try makeDatabase(endpoint: .production(region: "x")).reference(withPath: "a")
        #expect(here != there)
        #expect(here != here.child("b"))
    }

    @Test func `a reference is a query`() throws {
        let reference = try makeDatabase(endpoint: .production).reference(withPath: "a")
        var query: DatabaseQuery = reference
        #expect(query == reference)
        query = query.queryOrderedByKey().queryLimited(toFirst: UInt(3))
        #expect(query != reference)
        #expect(query.ref == reference)
        #expect(query == reference.queryOrderedByKey().queryLimited(toFirst: 3))
    }

    @Test func `URLs name locations`() async throws {
        let database = try makeDatabase(endpoint: .production)
        let reference = database.reference(fromURL: "https://db.firebaseio.com/a%20b/ü")
        #expect(reference.path == "/a b/ü")
        #expect(reference.url == "https://db.firebaseio.com/a%20b/%C3%BC")
        #expect(database.reference(fromURL: reference.url) == reference)
        #expect(database.reference(fromURL: "https://db.firebaseio.com") == database.reference())
        #expect(database.reference().url == "https://db.firebaseio.com/")
        for url in ["https://other.firebaseio.com/a", "https://db.example.com/a", "a/b", ""] {
            let error = try await failure { () async throws(DatabaseError) in
                try await database.reference(fromURL: url).getData()
            }
            #expect(error.code == .invalidArgument, "\(url)")
        }
        let emulator = try makeDatabase()
        #expect(emulator.reference(fromURL: "http://127.0.0.1:9000/x/y?ns=db").path == "/x/y")
        #expect(emulator.reference(fromURL: emulator.reference(withPath: "x").url).path == "/x")
    }

    @Test func `keys made by one client sort in the order of their making`() throws {
        let reference = try makeDatabase().reference(withPath: "a")
        let keys = (0..<100).compactMap { _ in reference.childByAutoId().key }
        #expect(keys.count == 100 && keys == keys.sorted() && Set(keys).count == 100)
    }

    private func isUnsupported<Value>(_ work: () async throws -> Value) async -> Bool {
        do {
            _ = try await work()
            return false
        } catch {
            return (error as? DatabaseError)?.code == .unsupported
        }
    }

    @Test func `what only the SDK's connection can do is refused by name`() async throws {
        let reference = try makeDatabase().reference(withPath: "a")
        let connected = reference.root.child(".info/connected")
        #expect(await isUnsupported { try await connected.getData() })
        #expect(await isUnsupported { try await reference.queryOrderedByPriority().getData() })
        #expect(await isUnsupported { try await reference.setPriority(1) })
        #expect(await isUnsupported { try await reference.setValue(1, andPriority: 1) })
        #expect(await isUnsupported { try await reference.onDisconnectSetValue(1) })
        #expect(await isUnsupported { try await reference.onDisconnectRemoveValue() })
        #expect(await isUnsupported { try await reference.onDisconnectUpdateChildValues([:]) })
        #expect(await isUnsupported { try await reference.cancelDisconnectOperations() })
        let server = ScriptedServer([.text("", type: nil, status: 204)])
        try await makeDatabase(server).reference(withPath: "a").setValue("x", andPriority: nil)
        #expect(server.requests.map(\.text) == ["\"x\""])
    }
}
