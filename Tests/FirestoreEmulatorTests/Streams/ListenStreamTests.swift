import FirestoreModel
import FirestoreRPC
import Testing

@testable import FirestoreEmulator

@Suite("Streams of listeners")
struct ListenStreamTests {
    private let fixture: ListeningFixture

    init() throws {
        fixture = try ListeningFixture()
    }

    // MARK: Targets

    @Test func `a query is added, sent, current, and then there is a boundary`() throws {
        try fixture.commit(.make("c/a", ["n": 1]), .make("c/b", ["n": 2]), .make("d/a", [:]))
        let answer = fixture.add(.query(2))
        #expect(answer.words == ["ADD 2", "c/a -> 2", "c/b -> 2", "CURRENT 2", "boundary"])
        guard case .documentChange(let change) = answer[1], case .targetChange(let current) = answer[3] else {
            Issue.record("other responses")
            return
        }
        #expect(change.document.fields == ["n": 1] && change.document.updateTime != nil)
        #expect(!current.resumeToken.isEmpty && current.readTime == answer.time)
        #expect(!answer.token.isEmpty)
    }

    @Test func `of named documents, the missing ones are deleted`() throws {
        try fixture.commit(.make("c/a", ["n": 1]))
        let answer = fixture.add(.documents(3, "c/a", "c/no", "c/a"))
        #expect(answer.words == ["ADD 3", "c/a -> 3", "c/no deleted 3", "CURRENT 3", "boundary"])
        guard case .documentDelete(let delete) = answer[2] else {
            Issue.record("other responses")
            return
        }
        #expect(delete.readTime == answer.time)
    }

    @Test func `fields that a query selects are all that comes`() throws {
        try fixture.commit(.make("c/a", ["n": 1, "s": "x"]))
        var query = StructuredQuery(select: DocumentMask([FieldPath(["n"])]), from: [.init("c")])
        query.offset = 0
        let answer = fixture.add(
            Target(.query(query, parent: DatabaseID.test.description + "/documents"), id: 1))
        guard case .documentChange(let change) = answer[1] else {
            Issue.record("other responses")
            return
        }
        #expect(change.document.fields == ["n": 1])
    }

    @Test func `a target that is removed is silent`() throws {
        fixture.add(.query(2))
        fixture.add(.query(4))
        fixture.send(.removeTarget(2))
        fixture.send(.removeTarget(2))
        fixture.send(.removeTarget(77))
        #expect(fixture.take().words == ["REMOVE 2"])
        try fixture.commit(.make("c/a", [:]))
        #expect(fixture.take().words == ["c/a -> 4", "boundary"])
    }

    @Test func `a target is removed and added again under its number, in that order`() throws {
        fixture.add(.query(2))
        fixture.send(.removeTarget(2))
        fixture.send(.addTarget(.query(2)))
        #expect(fixture.take().words == ["REMOVE 2", "ADD 2", "CURRENT 2", "boundary"])
    }

    @Test func `the server chooses numbers if the client does not`() throws {
        #expect(fixture.add(.query(0)).words.first == "ADD 1")
        #expect(fixture.add(.query(0)).words.first == "ADD 2")
    }

    @Test func `a target that is wanted once is removed after its boundary`() throws {
        try fixture.commit(.make("c/a", [:]))
        let answer = fixture.add(Target.query(6).once())
        #expect(answer.words == ["ADD 6", "c/a -> 6", "CURRENT 6", "boundary", "REMOVE 6"])
        try fixture.commit(.make("c/b", [:]))
        #expect(fixture.take().isEmpty)
        #expect(fixture.end == nil)
    }

    @Test func `a large target is taken in parts`() throws {
        for start in [0, 500] {
            _ = try fixture.database.commit((start..<start + 500).map { .make("c/\($0)", ["n": 1]) })
        }
        fixture.send(.addTarget(.query(1)))
        let first = fixture.stream.take()
        #expect(first.hasMore && first.responses.count < 500)
        #expect(first.responses.count + fixture.take().count == 1003)
    }

    // MARK: Changes

    @Test func `a commit sends what entered, changed, left and was deleted, and one boundary`() throws {
        try fixture.commit(
            .make("c/a", ["n": 1]), .make("c/b", ["n": 1]), .make("c/c", ["n": 1]), .make("c/d", ["n": 0]))
        fixture.add(.query(2, where: .field(FieldPath(["n"]), .equal, 1)))
        try fixture.commit(
            .make("c/a", ["n": 1, "x": 2]), .make("c/b", ["n": 2]), Write(.delete(.make("c/c"))),
            .make("c/d", ["n": 1]), .make("c/e", ["n": 7]))
        let changes = fixture.take()
        #expect(changes.words == ["c/c deleted 2", "c/b <- 2", "c/a -> 2", "c/d -> 2", "boundary"])
        guard case .documentChange(let left) = changes[1] else {
            Issue.record("other responses")
            return
        }
        #expect(left.document.fields == ["n": 2])
    }

    @Test func `a document pushed out of a limit comes with its state`() throws {
        try fixture.commit(.make("c/b", ["n": 1]), .make("c/d", ["n": 1]), .make("c/e", ["n": 1]))
        #expect(
            fixture.add(.query(2, limit: 2)).words == [
                "ADD 2", "c/b -> 2", "c/d -> 2", "CURRENT 2", "boundary",
            ])
        try fixture.commit(.make("c/a", ["n": 1]))
        #expect(fixture.take().words == ["c/d <- 2", "c/a -> 2", "boundary"])
        try fixture.commit(Write(.delete(.make("c/a"))))
        #expect(fixture.take().words == ["c/a deleted 2", "c/d -> 2", "boundary"])
        try fixture.commit(.make("c/z", ["n": 1]))
        #expect(fixture.take().isEmpty)
    }

    @Test func `a write that changes nothing, and one elsewhere, are not heard`() throws {
        try fixture.commit(.make("c/a", ["n": 1]))
        fixture.add(.query(2))
        let count = fixture.outputs.count
        try fixture.commit(.make("c/a", ["n": 1]))
        try fixture.commit(.make("d/a", ["n": 1]))
        #expect(fixture.outputs.count == count)
        #expect(fixture.take().isEmpty)
    }

    @Test func `documents of a collection group are heard wherever they are`() throws {
        fixture.add(.query(2, "messages", group: true))
        try fixture.commit(
            .make("rooms/r/messages/m", [:]), .make("messages/m", [:]), .make("rooms/r/other/m", [:]))
        #expect(fixture.take().words == ["messages/m -> 2", "rooms/r/messages/m -> 2", "boundary"])
    }

    @Test func `two targets agree at each boundary`() throws {
        fixture.add(.query(2))
        fixture.add(.documents(4, "c/a"))
        try fixture.commit(.make("c/a", ["n": 1]))
        #expect(fixture.take().words == ["c/a -> 2", "c/a -> 4", "boundary"])
    }

    @Test func `a new target brings the others up to its time first`() throws {
        fixture.add(.query(2))
        try fixture.commit(.make("c/a", ["n": 1]))
        let answer = fixture.add(.documents(4, "c/a"))
        #expect(answer.words == ["c/a -> 2", "ADD 4", "c/a -> 4", "CURRENT 4", "boundary"])
    }

    @Test func `a slow reader gets one difference for all commits, and one notice`() throws {
        fixture.add(.query(2))
        let count = fixture.outputs.count
        for n in 1...100 { try fixture.commit(.make("c/a", ["n": .integer(Int64(n))])) }
        #expect(fixture.outputs.count == count + 1)
        #expect(fixture.take().words == ["c/a -> 2", "boundary"])
    }

    @Test func `a reader who is too slow starts again`() throws {
        fixture.add(.query(2))
        let text = Value.string(String(repeating: "x", count: 1_000_000))
        for n in 1...20 { try fixture.commit(.make("c/a", ["n": .integer(Int64(n)), "t": text])) }
        #expect(fixture.take().words == ["RESET 2", "c/a -> 2", "CURRENT 2", "boundary"])
        try fixture.commit(.make("c/b", [:]))
        #expect(fixture.take().words == ["c/b -> 2", "boundary"])
    }

    @Test func `listeners hear that the database was cleared, in whole and in part`() throws {
        try fixture.commit(.make("c/a", [:]), .make("c/b", [:]), .make("d/a", [:]))
        fixture.add(.query(2))
        fixture.database.clear(below: [ResourceID("c"), ResourceID("a")])
        #expect(fixture.take().words == ["c/a deleted 2", "boundary"])
        fixture.database.clear()
        #expect(fixture.take().words == ["c/b deleted 2", "boundary"])
        try fixture.commit(.make("c/a", [:]))
        #expect(fixture.take().words == ["c/a -> 2", "boundary"])
    }

    @Test func `a reset clears the database, and listeners stay`() throws {
        try fixture.commit(.make("c/a", [:]))
        fixture.add(.query(2))
        fixture.core.reset()
        #expect(fixture.take().words == ["c/a deleted 2", "boundary"])
        try fixture.commit(.make("c/b", [:]))
        #expect(fixture.take().words == ["c/b -> 2", "boundary"])
    }

    // MARK: Times

    @Test
    func `the time rises from boundary to boundary and from stream to stream, and every commit is later`()
        throws
    {
        var last = fixture.add(.query(2)).time
        #expect(last == .make(1000))
        for seconds: Int64 in [900, 900, 1100, 1] {
            fixture.clock.set(.make(seconds))
            let outcome = try fixture.database.commit([.make("c/a", ["n": .integer(seconds)])])
            #expect(outcome.commitTime > last || seconds == 900)
            let time = fixture.take().time
            if time == .zero { continue }
            #expect(time > last && time >= outcome.commitTime)
            last = time
        }
        try fixture.reopen()
        fixture.clock.set(.make(2))
        #expect(fixture.add(.query(2)).time >= last)
    }

    @Test func `a target at the time of a boundary does not hold a later commit`() throws {
        let time = fixture.add(.query(2)).time
        #expect(try fixture.database.commit([.make("c/a", [:])]).commitTime > time)
    }

    // MARK: Ends

    @Test func `when the client sends no more, the stream ends after its answers`() throws {
        fixture.send(.addTarget(.query(2)))
        fixture.stream.receiveEnd()
        #expect(fixture.take().words == ["ADD 2", "CURRENT 2", "boundary"])
        #expect(fixture.end == .ok)
    }

    @Test func `a client that is gone costs nothing more`() throws {
        fixture.add(.query(2))
        #expect(fixture.database.listeners.areOpen)
        fixture.stream.cancel()
        let count = fixture.outputs.count
        try fixture.commit(.make("c/a", [:]))
        fixture.send(.addTarget(.query(4)))
        #expect(fixture.outputs.count == count)
        #expect(fixture.take().isEmpty)
        #expect(!fixture.database.listeners.areOpen)
    }

    @Test func `a stream that nobody holds is gone`() throws {
        do {
            let stream = try fixture.service.listen(CallMetadata(authorization: "Bearer owner"), onOutput: {})
            stream.receive(ListenRequest(database: DatabaseID.test.description, .addTarget(.query(2))))
            _ = stream.take()
            #expect(fixture.database.listeners.areOpen)
        }
        #expect(!fixture.database.listeners.areOpen)
    }
}
