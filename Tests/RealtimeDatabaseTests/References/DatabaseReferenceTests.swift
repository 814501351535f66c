import RealtimeDatabase
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
}
