import FirestoreModel
import FirestoreRPC
import Synchronization
import Testing

@testable import FirestoreEmulator

@Suite("Resuming listeners")
struct ListenResumeTests {
    private let fixture: ListeningFixture

    init() throws {
        fixture = try ListeningFixture()
    }

    /// The token of a query that held c/a, c/b and c/c, before these changed, were deleted, and stayed.
    private func changedSince(_ fixture: ListeningFixture) throws -> [UInt8] {
        try fixture.commit(.make("c/a", ["n": 1]), .make("c/b", ["n": 1]), .make("c/c", ["n": 1]))
        let token = fixture.add(.query(2)).token
        fixture.stream.cancel()
        try fixture.commit(.make("c/a", ["n": 2]), Write(.delete(.make("c/b"))))
        try fixture.commit(.make("c/d", ["n": 1]), .make("c/gone", [:]))
        try fixture.commit(Write(.delete(.make("c/gone"))))
        try fixture.reopen()
        return token
    }

    @Test func `a client that resumes hears the exact difference, deleted documents included`() throws {
        let token = try changedSince(fixture)
        #expect(
            fixture.add(.query(2, resume: token)).words
                == ["ADD 2", "c/b deleted 2", "c/a -> 2", "c/d -> 2", "CURRENT 2", "boundary"])
    }

    @Test func `nothing comes of what has not changed`() throws {
        try fixture.commit(.make("c/a", ["n": 1]))
        let token = fixture.add(.query(2)).token
        try fixture.reopen()
        #expect(fixture.add(.query(2, resume: token)).words == ["ADD 2", "CURRENT 2", "boundary"])
    }

    @Test func `a read time is a resume point`() throws {
        try fixture.commit(.make("c/a", ["n": 1]))
        let time = fixture.add(.query(2)).time
        try fixture.commit(.make("c/b", ["n": 1]))
        try fixture.reopen()
        var target = Target.query(2)
        target.resumePoint = .readTime(time)
        #expect(fixture.add(target).words == ["ADD 2", "c/b -> 2", "CURRENT 2", "boundary"])
        target.id = 4
        target.resumePoint = .readTime(.make(99_999))
        #expect(
            fixture.add(target).words == [
                "ADD 4", "RESET 4", "c/a -> 4", "c/b -> 4", "CURRENT 4", "boundary",
            ])
    }

    @Test func `a token also holds for a query with a limit, and for documents`() throws {
        try fixture.commit(.make("c/b", [:]), .make("c/d", [:]))
        fixture.add(.query(2, limit: 2))
        let token = fixture.add(.documents(4, "c/d", "c/x")).token
        try fixture.commit(.make("c/a", [:]), Write(.delete(.make("c/d"))), .make("c/x", [:]))
        try fixture.reopen()
        #expect(
            fixture.add(.query(2, limit: 2, resume: token)).words
                == ["ADD 2", "c/d deleted 2", "c/a -> 2", "CURRENT 2", "boundary"])
        #expect(
            fixture.add(.documents(4, "c/d", "c/x", resume: token)).words
                == ["ADD 4", "c/d deleted 4", "c/x -> 4", "CURRENT 4", "boundary"])
    }

    @Test func `a token of another target starts again`() throws {
        try fixture.commit(.make("c/a", [:]))
        let token = fixture.add(.query(2, "d")).token
        #expect(
            fixture.add(.query(4, resume: token)).words
                == ["ADD 4", "RESET 4", "c/a -> 4", "CURRENT 4", "boundary"])
    }

    @Test func `a client with another number of documents than it should have starts again`() throws {
        let token = try changedSince(fixture)
        #expect(
            fixture.add(.query(2, resume: token).expecting(3)).words
                == ["ADD 2", "c/b deleted 2", "c/a -> 2", "c/d -> 2", "CURRENT 2", "boundary"])
        #expect(
            fixture.add(.query(4, resume: token).expecting(2)).words
                == ["ADD 4", "RESET 4", "c/a -> 4", "c/c -> 4", "c/d -> 4", "CURRENT 4", "boundary"])
    }

    @Test func `where the history is too short, a client starts again`() throws {
        let fixture = try ListeningFixture(historySize: 0)
        let token = try changedSince(fixture)
        #expect(
            fixture.add(.query(2, resume: token)).words
                == ["ADD 2", "RESET 2", "c/a -> 2", "c/c -> 2", "c/d -> 2", "CURRENT 2", "boundary"])
    }

    @Test func `a token from before the database was cleared starts again`() throws {
        let token = try changedSince(fixture)
        fixture.database.clear()
        #expect(
            fixture.add(.query(2, resume: token)).words == ["ADD 2", "RESET 2", "CURRENT 2", "boundary"])
    }

    @Test func `a token of another process starts again, and its time is not gone below`() throws {
        fixture.clock.set(.make(5000))
        try fixture.commit(.make("c/a", [:]))
        let token = fixture.add(.query(2)).token
        let other = try ListeningFixture()
        let answer = other.add(.query(2, resume: token))
        #expect(answer.words == ["ADD 2", "RESET 2", "CURRENT 2", "boundary"])
        #expect(answer.time > .make(5000))
        #expect(other.database.latestTime < .make(5000))
        // A token of the shifted stream stands for what the database was, not for the time that was shown.
        try other.commit(.make("c/b", [:]))
        #expect(other.take().time > answer.time)
        try other.reopen()
        let resumed = other.add(.query(2, resume: answer.token))
        #expect(resumed.words == ["ADD 2", "c/b -> 2", "CURRENT 2", "boundary"])
        #expect(resumed.time > answer.time)
    }

    @Test func `a token of the last boundary resumes all targets of the stream`() throws {
        fixture.add(.query(2))
        fixture.add(.query(4, "d"))
        try fixture.commit(.make("c/a", [:]))
        let token = fixture.take().token
        try fixture.commit(.make("c/b", [:]), .make("d/a", [:]))
        try fixture.reopen()
        #expect(
            fixture.add(.query(2, resume: token)).words == ["ADD 2", "c/b -> 2", "CURRENT 2", "boundary"])
        #expect(
            fixture.add(.query(4, "d", resume: token)).words == [
                "ADD 4", "d/a -> 4", "CURRENT 4", "boundary",
            ])
    }

    // MARK: Other answers

    @Test func `with filters, what is gone is not named, but missing in the filter`() throws {
        let token = try changedSince(fixture)
        fixture.core.resumeAnswer = .filters
        let answer = fixture.add(.query(2, resume: token).expecting(3))
        #expect(answer.words == ["ADD 2", "c/a -> 2", "c/d -> 2", "filter 2: 3", "CURRENT 2", "boundary"])
        guard case .filter(let filter) = answer[3] else {
            Issue.record("other responses")
            return
        }
        let names = try #require(filter.unchangedNames)
        let held = ["c/a", "c/c", "c/d"].map { names.mayContain(DocumentName.make($0).description) }
        #expect(held == [true, true, true])
        // A client that does not say how many documents it has gets no names.
        let silent = fixture.add(.query(4, resume: token))
        guard case .filter(let empty) = silent[3] else {
            Issue.record("other responses")
            return
        }
        #expect(empty.count == 3 && empty.unchangedNames == BloomFilter.none)
    }

    @Test func `with mismatches, no client can have as many documents as the filter says`() throws {
        let token = try changedSince(fixture)
        fixture.core.resumeAnswer = .mismatches
        #expect(
            fixture.add(.query(2, resume: token).expecting(3)).words
                == ["ADD 2", "c/a -> 2", "c/d -> 2", "filter 2: 5", "CURRENT 2", "boundary"])
    }

    @Test func `the filter of a single document is right in any case`() throws {
        try fixture.commit(.make("c/a", [:]))
        let token = fixture.add(.documents(2, "c/a")).token
        fixture.core.resumeAnswer = .mismatches
        try fixture.commit(.make("c/a", ["n": 1]))
        #expect(fixture.add(.documents(4, "c/a", resume: token)).words.contains("filter 4: 1"))
        try fixture.commit(Write(.delete(.make("c/a"))))
        #expect(fixture.add(.documents(6, "c/a", resume: token)).words.contains("filter 6: 0"))
    }

    @Test func `as Google's emulator answers, everything comes again, whatever the token is`() throws {
        let token = try changedSince(fixture)
        fixture.core.resumeAnswer = .reset
        for (id, token) in [(2, token), (4, Array("xx".utf8))] as [(Int32, [UInt8])] {
            #expect(
                fixture.add(.query(id, resume: token)).words
                    == [
                        "ADD \(id)", "RESET \(id)", "c/a -> \(id)", "c/c -> \(id)", "c/d -> \(id)",
                        "CURRENT \(id)",
                        "boundary",
                    ])
        }
    }
}

extension Database {
    fileprivate var latestTime: Timestamp { current.withLock { $0.lastCommit } }
}
