import FirestoreModel
import FirestoreRPC
import Testing

@testable import FirestoreEmulator

@Suite("Whom a commit concerns")
struct ListenerRegistryTests {
    private let database = Database(
        id: .test, clock: ManualClock().clock, historySize: 1 << 20)

    /// How often each interest is woken by commits of one document each.
    private func wakes(_ interest: ListenInterest, _ paths: String...) throws -> Int {
        let counter = OutputCounter()
        let inbox = ListenInbox(number: 1) { counter.add() }
        database.listeners.add(inbox, to: [interest])
        for path in paths {
            _ = try database.commit([.make(path, ["n": .integer(Int64(counter.count))])])
            _ = inbox.takePending()
            _ = try database.commit([Write(.delete(.make(path)))])
            _ = inbox.takePending()
        }
        database.listeners.remove(inbox, from: [interest])
        return counter.count
    }

    @Test func `a document, a collection, a group and the database hear what is theirs`() throws {
        let paths = ("c/a", "c/b", "c/a/d/x", "e/a/d/x")
        func wakes(_ interest: ListenInterest) throws -> Int {
            try self.wakes(interest, paths.0, paths.1, paths.2, paths.3)
        }
        #expect(try wakes(.document(DocumentName.make("c/a").path)) == 2)
        #expect(try wakes(.collection(.make("c"))) == 4)
        #expect(try wakes(.collection(.make("d"))) == 0)
        #expect(try wakes(.group(ResourceID("d"))) == 4)
        #expect(try wakes(.all) == 8)
    }

    @Test func `a commit of documents in turns of collections concerns all of them`() throws {
        let counter = OutputCounter()
        let inboxes = (0..<3).map { number in ListenInbox(number: number) { counter.add() } }
        for (inbox, id) in zip(inboxes, ["c", "d", "e"]) {
            database.listeners.add(inbox, to: [.collection(.make(id))])
        }
        _ = try database.commit([.make("c/a", [:]), .make("d/a", [:]), .make("c/b", [:]), .make("d/b", [:])])
        #expect(counter.count == 2)
    }

    @Test func `an interest counts as often as it was added`() throws {
        let counter = OutputCounter()
        let inbox = ListenInbox(number: 1) { counter.add() }
        database.listeners.add(inbox, to: [.collection(.make("c")), .collection(.make("c"))])
        database.listeners.remove(inbox, from: [.collection(.make("c"))])
        _ = try database.commit([.make("c/a", [:])])
        #expect(counter.count == 1)
        database.listeners.remove(inbox, from: [.collection(.make("c")), .collection(.make("c"))])
        _ = inbox.takePending()
        _ = try database.commit([.make("c/b", [:])])
        #expect(counter.count == 1)
    }

    @Test func `the first state that a stream has not seen is kept, and no other`() throws {
        let inbox = ListenInbox(number: 1) {}
        database.listeners.add(inbox, to: [.all])
        for n in 1...3 { _ = try database.commit([.make("c/a", ["n": .integer(Int64(n))])]) }
        guard case .since(let state, _) = inbox.takePending() else {
            Issue.record("nothing waits")
            return
        }
        #expect(state.document(DocumentName.make("c/a").path) == nil)
        guard case .nothing = inbox.takePending() else {
            Issue.record("something waits")
            return
        }
    }

    @Test func `a state that would keep too much alive is given up`() throws {
        let inbox = ListenInbox(number: 1, maximumSize: 10_000) {}
        database.listeners.add(inbox, to: [.all])
        for n in 1...100 { _ = try database.commit([.make("c/a", ["n": .integer(Int64(n))])]) }
        guard case .tooMuch = inbox.takePending() else {
            Issue.record("a state is kept")
            return
        }
        _ = try database.commit([.make("c/a", [:])])
        guard case .since = inbox.takePending() else {
            Issue.record("no state is kept")
            return
        }
    }
}
