import FirestoreModel
import FirestoreRPC
import Testing

@testable import FirestoreEmulator

/// When the rules are asked is what Google's emulator does: when a target is added, and again when something changes in it.
@Suite("Rules of listeners")
struct ListenRuleTests {
    /// `{"alg":"none"}` and `{"sub":"bob"}`.
    private static let bob = "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJib2IifQ."
    private let fixture: ListeningFixture

    init() throws {
        fixture = try ListeningFixture(authorization: Self.bob)
    }

    private func allow(_ permission: String) {
        fixture.core.rules.set(.allowing(permission), project: "p")
    }

    @Test func `documents need get, and queries need list`() throws {
        try fixture.commit(.make("c/a", [:]))
        allow("get: if true")
        #expect(fixture.add(.documents(2, "c/a")).words == ["ADD 2", "c/a -> 2", "CURRENT 2", "boundary"])
        #expect(fixture.add(.query(4)).words == ["ADD 4", "REMOVE 4 PERMISSION_DENIED"])
        allow("list: if true")
        #expect(fixture.add(.query(6)).words.last == "boundary")
        #expect(fixture.add(.documents(8, "c/a")).words == ["ADD 8", "REMOVE 8 PERMISSION_DENIED"])
    }

    @Test func `the caller is that of the stream`() throws {
        allow("read: if request.auth.uid == 'bob'")
        #expect(fixture.add(.query(2)).words.last == "boundary")
        try fixture.reopen(authorization: nil)
        #expect(fixture.add(.query(2)).words == ["ADD 2", "REMOVE 2 PERMISSION_DENIED"])
        try fixture.reopen()
        #expect(fixture.add(.query(2)).words.last == "boundary")
    }

    @Test func `a document that changes so that it is denied removes its target, and not the others`() throws
    {
        try fixture.commit(.make("c/a", ["who": "bob"]), .make("c/b", ["who": "bob"]))
        allow("get: if resource.data.who == request.auth.uid")
        fixture.add(.documents(2, "c/a"))
        fixture.add(.documents(4, "c/b"))
        try fixture.commit(.make("c/a", ["who": "alice"]), .make("c/b", ["who": "bob", "n": 1]))
        let answer = fixture.take()
        #expect(answer.words == ["REMOVE 2 PERMISSION_DENIED", "c/b -> 4", "boundary"])
        try fixture.commit(.make("c/a", ["who": "bob"]))
        #expect(fixture.take().isEmpty)
    }

    @Test func `rules that change, and documents that they look at, count when the target changes`() throws {
        try fixture.commit(.make("c/a", ["n": 1]), .make("m/room", ["open": true]))
        allow("read: if get(/databases/$(d)/documents/m/room).data.open")
        fixture.add(.query(2))
        try fixture.commit(.make("m/room", ["open": false]))
        #expect(fixture.take().isEmpty)
        try fixture.commit(.make("c/a", ["n": 2]))
        #expect(fixture.take().words == ["REMOVE 2 PERMISSION_DENIED"])
        allow("read: if true")
        fixture.add(.query(4))
        allow("read: if false")
        #expect(fixture.take().isEmpty)
        try fixture.commit(.make("c/a", ["n": 3]))
        #expect(fixture.take().words == ["REMOVE 4 PERMISSION_DENIED"])
    }

    @Test func `a document that leaves the query does not matter to its rules`() throws {
        try fixture.commit(.make("c/a", ["who": "bob"]))
        allow("list: if resource.data.who == request.auth.uid")
        fixture.add(.query(2, where: .field(FieldPath(["who"]), .equal, "bob")))
        try fixture.commit(.make("c/a", ["who": "alice"]))
        #expect(fixture.take().words == ["c/a <- 2", "boundary"])
    }

    @Test func `a client that resumes is judged anew before it gets anything`() throws {
        try fixture.commit(.make("c/a", [:]))
        allow("read: if true")
        let token = fixture.add(.query(2)).token
        try fixture.commit(.make("c/b", [:]))
        allow("read: if false")
        try fixture.reopen(authorization: Self.bob)
        #expect(fixture.add(.query(2, resume: token)).words == ["ADD 2", "REMOVE 2 PERMISSION_DENIED"])
    }

    @Test func `questions that are repeated are no news in the log, unless the answer is`() throws {
        try fixture.commit(.make("c/a", ["n": 1]))
        allow("list: if true")
        fixture.add(.query(2))
        for n in 2...5 {
            try fixture.commit(.make("c/a", ["n": .integer(Int64(n))]))
            #expect(fixture.take().words == ["c/a -> 2", "boundary"])
        }
        #expect(fixture.core.rules.recentDecisions(project: "p").count == 1)
        allow("list: if false")
        try fixture.commit(.make("c/a", ["n": 9]))
        #expect(fixture.take().causes.count == 1)
        #expect(fixture.core.rules.recentDecisions(project: "p").count == 2)
    }
}
