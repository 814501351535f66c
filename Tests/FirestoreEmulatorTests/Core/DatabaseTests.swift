import FirestoreModel
import FirestoreREST
import FirestoreRPC
import Testing

@testable import FirestoreEmulator

@Suite("Databases")
struct DatabaseTests {
    private let clock = ManualClock()
    private let database: Database

    init() {
        database = Database(id: .test, clock: clock.clock, historySize: 1 << 20)
    }

    private func set(_ number: Int64, transaction: [UInt8]? = nil) throws(RPCStatus) -> Database.CommitOutcome
    {
        try database.commit(
            [Write(.update(.make("c/a"), ["n": .integer(number)], mask: nil))], transaction: transaction)
    }

    private func number(_ consistency: Consistency? = nil) throws(RPCStatus) -> Value? {
        try database.documents([DocumentName.make("c/a").path], consistency).documents[0]?.fields["n"]
    }

    @Test(arguments: [[1000, 1000, 1000], [1000, 900, 1], [1000, 2000, 1500, 1501, 3000]] as [[Int64]])
    func `commit times grow when the clock stands still or goes back`(seconds: [Int64]) throws {
        var times: [Timestamp] = []
        for (number, second) in seconds.enumerated() {
            clock.set(.make(second))
            times.append(try set(Int64(number)).commitTime)
            // Also the time of a commit that changes nothing, and of reads.
            times.append(try set(Int64(number)).commitTime)
            #expect(try database.view(nil).readTime >= times[times.count - 1])
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(times.allSatisfy { $0 == $0.truncatedToMicroseconds })
    }

    @Test func `a clock finer than microseconds is cut`() throws {
        clock.set(Timestamp(seconds: 5, nanoseconds: 123_456_789))
        #expect(try set(1).commitTime == Timestamp(seconds: 5, nanoseconds: 123_456_000))
    }

    @Test func `a read at a time sees what held then`() throws {
        var times: [Timestamp] = []
        for number in 1...3 {
            clock.set(.make(Int64(number) * 10))
            times.append(try set(Int64(number)).commitTime)
        }
        clock.set(.make(40))
        // A commit that changes nothing must not hide the state before it.
        _ = try set(3)
        _ = try database.commit([Write(.delete(.make("c/none")))])
        clock.set(.make(50))
        #expect(
            try [10, 19, 20, 29, 30, 39, 40, 50].map { try number(.readTime(.make($0))) } == [
                1, 1, 2, 2, 3, 3, 3, 3,
            ])
        #expect(try number(.readTime(.make(9))) == nil)
        #expect(try times.map { try number(.readTime($0)) } == [1, 2, 3])
    }

    @Test func `times ahead and times long past cannot be read`() throws {
        clock.set(.make(8 * 86_400))
        _ = try set(1)
        func refused(_ seconds: Int64) -> RPCStatus? {
            refusal { () throws(RPCStatus) in try database.view(.readTime(.make(seconds))) }
        }
        #expect(
            refused(8 * 86_400 + 1) == .invalidArgument("The requested 'read_time' cannot be in the future."))
        #expect(
            refused(86_400 - 1) == RPCStatus(.failedPrecondition, "The requested 'read_time' is too old."))
        #expect(refused(86_400) == nil)
    }

    @Test func `old states give way when they take up too much`() throws {
        let small = Database(id: .test, clock: clock.clock, historySize: 2000)
        for number in 1...20 {
            clock.set(.make(Int64(number)))
            _ = try small.commit([Write(.update(.make("c/a"), ["n": .integer(Int64(number))], mask: nil))])
        }
        let refused = refusal { () throws(RPCStatus) in try small.view(.readTime(.make(5))) }
        #expect(refused == RPCStatus(.failedPrecondition, "The requested 'read_time' is too old."))
        #expect(refusal { () throws(RPCStatus) in try small.view(.readTime(.make(19))) } == nil)
    }

    @Test func `an old state costs more the larger the collection is that has changed`() throws {
        // How many seconds back can be read, of one write each.
        func reach(_ documents: Int) throws -> Int64 {
            clock.set(.make(1000))
            let database = Database(id: .test, clock: clock.clock, historySize: 1 << 20)
            let writes = (0..<documents).map {
                Write(.update(.make("c/\($0)"), ["n": .integer(0)], mask: nil))
            }
            for start in stride(from: 0, to: documents, by: 500) {
                _ = try database.commit(Array(writes[start..<min(start + 500, documents)]))
            }
            for number in 1...2000 as ClosedRange<Int64> {
                clock.set(.make(1000 + number))
                _ = try database.commit([Write(.update(.make("c/7"), ["n": .integer(number)], mask: nil))])
            }
            return (1...2000).first { seconds in
                refusal { () throws(RPCStatus) in try database.view(.readTime(.make(3000 - seconds))) } != nil
            } ?? 2000
        }
        let (one, many) = (try reach(1), try reach(8000))
        #expect(one > 1000)
        // Each of the old states has a list of 63 runs or more.
        #expect(many > 100 && many < 500)
    }

    @Test func `clearing forgets documents and the past, but not when a document was deleted`() throws {
        clock.set(.make(10))
        _ = try set(1)
        _ = try database.commit([Write(.delete(.make("c/a")))])
        clock.set(.make(20))
        database.clear()
        #expect(try database.view(nil).state.collections.isEmpty)
        let refused = refusal { () throws(RPCStatus) in
            try database.commit([Write(.delete(.make("c/a")), precondition: .updateTime(.make(1)))])
        }
        #expect(refused?.message?.hasPrefix("the stored version (10") == true)
        #expect(refusal { () throws(RPCStatus) in try number(.readTime(.make(15))) } != nil)
        #expect(try set(2).commitTime > .make(20))
    }

    @Test func `clearing a part deletes what is in it, and the past remains`() throws {
        clock.set(.make(10))
        _ = try set(1)
        _ = try database.commit([
            Write(.update(.make("d/x"), [:], mask: nil)), Write(.update(.make("c/a/e/y"), [:], mask: nil)),
        ])
        clock.set(.make(20))
        database.clear(below: [ResourceID("c")])
        #expect(try number() == nil)
        #expect(try database.view(nil).state.collections.map(\.key.description) == ["d"])
        #expect(try number(.readTime(.make(15))) == 1)
    }

    // MARK: Transactions

    @Test func `of two transactions the first to commit wins`() throws {
        _ = try set(1)
        let (first, second) = (
            try database.begin(.readWrite(retry: nil)), try database.begin(.readWrite(retry: nil))
        )
        _ = (try number(.transaction(first)), try number(.transaction(second)))
        _ = try set(2, transaction: first)
        let refused = refusal { () throws(RPCStatus) in
            try database.commit([Write(.delete(.make("c/a")))], transaction: second)
        }
        #expect(refused == RPCStatus(.aborted, "Transaction lock timeout."))
        #expect(try number() == 2)
    }

    @Test func `a transaction that only reads sees one state and cannot write`() throws {
        _ = try set(1)
        let transaction = try database.begin(.readOnly(readTime: nil))
        _ = try set(2)
        #expect(try number(.transaction(transaction)) == 1)
        let refused = refusal { () throws(RPCStatus) in
            try database.commit([Write(.delete(.make("c/a")))], transaction: transaction)
        }
        #expect(refused == .invalidArgument("Cannot modify entities in a read-only transaction."))
        #expect(try number(.transaction(transaction)) == 1)
        _ = try database.commit([], transaction: transaction)
        #expect(refusal { () throws(RPCStatus) in try database.checkTransaction(transaction) } != nil)
    }

    @Test func `a transaction that lies unused for a minute is closed`() throws {
        let transaction = try database.begin(.readWrite(retry: nil))
        clock.set(.make(1059))
        #expect(refusal { () throws(RPCStatus) in try database.checkTransaction(transaction) } == nil)
        clock.set(.make(1119))
        #expect(refusal { () throws(RPCStatus) in try database.checkTransaction(transaction) } != nil)
    }

    @Test func `writes of another database are refused`() {
        let name = DocumentName(DatabaseID(project: "other"), DocumentName.make("c/a").path)
        #expect(
            refusal { () throws(RPCStatus) in try database.commit([Write(.delete(name))]) }?.code
                == .invalidArgument)
    }

    @Test func `commits side by side land one after the other`() async throws {
        let increment = Write(
            .transform(.make("c/a")), transforms: [FieldTransform(FieldPath(["n"]), .increment(1))])
        let times = try await withThrowingTaskGroup(of: Timestamp.self) { group in
            for _ in 0..<100 { group.addTask { [database] in try database.commit([increment]).commitTime } }
            return try await group.reduce(into: Set<Timestamp>()) { $0.insert($1) }
        }
        #expect(times.count == 100)
        #expect(try number() == 100)
    }
}
