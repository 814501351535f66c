import FirestoreModel
import FirestoreRPC
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("Refusals of listeners")
struct ListenRefusalTests {
    private let fixture: ListeningFixture

    init() throws {
        fixture = try ListeningFixture()
    }

    private func query(_ id: Int32, _ query: StructuredQuery) -> Target {
        Target(.query(query, parent: DatabaseID.test.description + "/documents"), id: id)
    }

    // MARK: A target is refused, and the stream lives

    @Test func `a malformed query is removed with its cause, and the others live`() throws {
        fixture.add(.query(2))
        let answer = fixture.add(.query(4, "__x__"))
        #expect(answer.words == ["ADD 4", "REMOVE 4 INVALID_ARGUMENT"])
        #expect(
            answer.causes.first?.message == "Collection id \"__x__\" is invalid because it is reserved.")
        try fixture.commit(.make("c/a", [:]))
        #expect(fixture.take().words == ["c/a -> 2", "boundary"])
    }

    @Test func `a negative limit, a bad name and an unknown form are removed with their causes`() {
        #expect(
            fixture.add(query(1, StructuredQuery(from: [.init("c")], limit: -5))).words
                == ["ADD 1", "REMOVE 1 INVALID_ARGUMENT"])
        let name = Target(.documents([WrittenName("projects/p/databases/(default)/documents/c")]), id: 2)
        #expect(fixture.add(name).words == ["ADD 2", "REMOVE 2 INVALID_ARGUMENT"])
        let unknown = Target(.refused(RPCStatus(.unimplemented, "no pipelines")), id: 3)
        #expect(fixture.add(unknown).words == ["ADD 3", "REMOVE 3 UNIMPLEMENTED"])
        #expect(fixture.end == nil)
    }

    @Test func `a target in another database is removed`() {
        let other = Target(
            .documents([WrittenName("projects/q/databases/(default)/documents/c/a")]), id: 1)
        #expect(fixture.add(other).words == ["ADD 1", "REMOVE 1 INVALID_ARGUMENT"])
        let parent = Target(
            .query(StructuredQuery(from: [.init("c")]), parent: "projects/q/databases/(default)/documents"),
            id: 2)
        #expect(fixture.add(parent).words == ["ADD 2", "REMOVE 2 INVALID_ARGUMENT"])
    }

    @Test func `a number in use is refused, and its target lives`() throws {
        fixture.add(.query(2))
        let answer = fixture.add(.query(2, "d"))
        #expect(answer.words == ["REMOVE 2 ALREADY_EXISTS"])
        #expect(answer.causes.first?.message == "Target ID already exists: 2")
        try fixture.commit(.make("c/a", [:]), .make("d/a", [:]))
        #expect(fixture.take().words == ["c/a -> 2", "boundary"])
    }

    @Test func `a query without its index is removed with the link, where indexes are required`() throws {
        let fixture = try ListeningFixture(indexes: try IndexConfiguration(json: "{}"))
        let answer = fixture.add(
            .query(
                1, orderBy: [.init(FieldPath(["a"]))], where: .field(FieldPath(["b"]), .equal, 1)))
        #expect(answer.words == ["ADD 1", "REMOVE 1 FAILED_PRECONDITION"])
    }

    @Test func `a stream has 1,000 targets`() {
        for id: Int32 in 1...1000 { fixture.send(.addTarget(.documents(id, "c/a"))) }
        #expect(fixture.take().causes.isEmpty)
        #expect(fixture.add(.query(1001)).words == ["ADD 1001", "REMOVE 1001 RESOURCE_EXHAUSTED"])
        fixture.send(.removeTarget(7))
        #expect(fixture.add(.query(1002)).words.last == "boundary")
    }

    @Test func `bytes that are no token are refused, and other servers' tokens start again`() throws {
        try fixture.commit(.make("c/a", [:]))
        let answer = fixture.add(.query(2, resume: Array("xx".utf8)))
        #expect(answer.words == ["ADD 2", "REMOVE 2 INVALID_ARGUMENT"])
        #expect(answer.causes.first?.message == "bad resume token")
        let foreign: [UInt8] = [0x0A, 9, 8, 0xFA, 0xEA, 0xC1, 0xE8, 0xAA, 0xA3, 0x98, 3]
        #expect(
            fixture.add(.query(4, resume: foreign)).words
                == ["ADD 4", "RESET 4", "c/a -> 4", "CURRENT 4", "boundary"])
    }

    // MARK: The stream ends

    @Test func `a negative number, and one after the server has chosen, end the stream`() throws {
        fixture.add(.query(-1))
        #expect(fixture.end == .failed(.invalidArgument("A target's id must not be negative: -1.")))
        try fixture.reopen()
        fixture.add(.query(0))
        fixture.add(.query(5))
        guard case .failed(let status)? = fixture.end else {
            Issue.record("the stream lives")
            return
        }
        #expect(status.code == .invalidArgument)
    }

    @Test func `a request for nothing ends the stream`() {
        fixture.send(.none)
        #expect(fixture.end == .failed(.invalidArgument("A request must add or remove a target.")))
    }

    @Test(arguments: ["", "nonsense", "projects/p"])
    func `a first request without a database ends the stream`(database: String) {
        fixture.send(.removeTarget(1), database: database)
        guard case .failed(let status)? = fixture.end else {
            Issue.record("the stream lives")
            return
        }
        #expect(status.code == .invalidArgument)
    }

    @Test func `a stream has one database, which later requests need not name`() {
        fixture.add(.query(2))
        fixture.send(.addTarget(.query(4)), database: "")
        #expect(fixture.take().words.last == "boundary")
        fixture.send(.removeTarget(2), database: "projects/other/databases/(default)")
        guard case .failed(let status)? = fixture.end else {
            Issue.record("the stream lives")
            return
        }
        #expect(status.code == .invalidArgument)
    }

    @Test func `what was answered before the end is still sent`() {
        fixture.send(.addTarget(.query(2)))
        fixture.send(.none)
        fixture.send(.addTarget(.query(4)))
        #expect(fixture.take().words == ["ADD 2", "CURRENT 2", "boundary"])
        #expect(fixture.end != nil)
    }

    @Test func `too many requests that wait end the stream`() {
        for _ in 0...10_000 { fixture.send(.removeTarget(1)) }
        guard case .failed(let status)? = fixture.end else {
            Issue.record("the stream lives")
            return
        }
        #expect(status.code == .resourceExhausted)
    }

    @Test func `credentials that nobody has are refused at once`() {
        #expect(throws: RPCStatus.self) { try ListeningFixture(authorization: "Bearer nonsense") }
    }

    // MARK: Random requests

    @Test(arguments: SeededGenerator.seeds(60))
    func `no sequence of requests breaks a stream, and each target is answered`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var listener = SimulatedListener()
        for _ in 0..<200 {
            let id = Int32.random(in: -1...12, using: &generator)
            switch Int.random(in: 0...9, using: &generator) {
            case 0...4:
                let target = Self.randomTarget(id, &generator)
                fixture.send(.addTarget(target))
            case 5, 6: fixture.send(.removeTarget(id))
            case 7: fixture.send(.none)
            case 8: try fixture.commit(.make("c/\(id + 1)", ["n": .integer(Int64(id))]))
            default:
                for response in fixture.take() { _ = listener.apply(response) }
            }
            if fixture.end != nil {
                try fixture.reopen()
                listener = SimulatedListener()
            }
        }
        #expect(listener.mistakes == [], "seed \(seed)")
    }

    private static func randomTarget(_ id: Int32, _ generator: inout SeededGenerator) -> Target {
        var target =
            [
                Target.query(id, "c"), .query(id, "__x__"), .query(id, "", limit: 2), .query(id, group: true),
                .documents(id, "c/1", "c/2"), .documents(id), Target(.documents([WrittenName("x")]), id: id),
                Target(.refused(RPCStatus(.unimplemented, nil)), id: id),
            ].randomElement(using: &generator) ?? .query(id)
        target.once = Int.random(in: 0...4, using: &generator) == 0
        switch Int.random(in: 0...5, using: &generator) {
        case 0: target.resumePoint = .token((0..<30).map { _ in .random(in: 0...255, using: &generator) })
        case 1:
            target.resumePoint = .readTime(
                Timestamp(
                    seconds: .random(in: -1_000_000...253_402_300_799, using: &generator), nanoseconds: 7))
        case 2: target.expectedCount = .random(in: -3...3, using: &generator)
        default: break
        }
        return target
    }
}
