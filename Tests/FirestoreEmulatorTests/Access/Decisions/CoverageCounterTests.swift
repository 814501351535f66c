import FirestoreModel
import FirestoreRules
import HTTPTypes
import JSONText
import Synchronization
import Testing

@testable import FirestoreEmulator

@Suite("Counting decisions for coverage")
struct CoverageCounterTests {
    private typealias Work = @Sendable () async -> Void

    private let rules = PlannedRules.make("allow get: if id == 'x' || true;")

    private func count(_ report: CoverageReport) -> Int {
        report.nodes.first.map { report.tallies(of: $0).reduce(0) { $0 + $1.count } } ?? 0
    }

    /// A counter whose background work the test runs itself.
    private func counter(_ works: Works, effort: Int) -> CoverageCounter {
        CoverageCounter(rules, bounds: .init(effort: effort, size: .max)) { works.add($0) }
    }

    private final class Works: Sendable {
        private let works = Mutex<[Work]>([])

        func add(_ work: @escaping Work) { works.withLock { $0.append(work) } }
        var count: Int { works.withLock(\.count) }

        func run() async {
            let all = works.withLock { works in
                defer { works = [] }
                return works
            }
            for work in all { await work() }
        }
    }

    @Test func `a report counts all decisions so far, and the next one those since`() {
        let works = Works()
        let counter = counter(works, effort: 100)
        #expect(count(counter.report()) == 0)
        for number in 0..<10 { counter.add(.make(number)) }
        #expect(count(counter.report()) == 10)
        #expect(counter.report().version == 10)
        counter.add(.make(10))
        #expect(count(counter.report()) == 11)
        #expect(works.count == 0)
    }

    @Test func `decisions that many others follow are counted in the background`() async {
        let works = Works()
        let counter = counter(works, effort: 100)
        for number in 0..<60 { counter.add(.make(number)) }
        #expect(works.count == 1)
        await works.run()
        for number in 60..<160 { counter.add(.make(number)) }
        let report = counter.report()
        #expect(report.uncounted == 0)
        #expect(report.note == nil)
        #expect(count(report) == 160)
    }

    @Test func `a report says how many decisions are not counted`() {
        let counter = counter(Works(), effort: 100)
        for number in 0..<250 { counter.add(.make(number)) }
        let report = counter.report()
        #expect(report.uncounted == 150)
        #expect(count(report) == 100)
        #expect(report.note?.hasPrefix("150 of 250 decisions are not counted") == true)
    }

    @Test func `the background takes a bounded time until somebody asks`() async {
        let works = Works()
        let effort = CoverageBounds().backgroundEffort
        let counter = counter(works, effort: effort * 4)
        let decision = DecidedRequest.make(0)
        for _ in 0..<effort * 3 { counter.add(decision) }
        await works.run()
        for _ in 0..<effort { counter.add(decision) }
        #expect(works.count == 0)
        // All of it is there, but a question is needed to count the rest.
        #expect(counter.report().version == effort * 4)
        for _ in 0..<effort * 3 { counter.add(decision) }
        #expect(works.count == 1)
    }

    @Test func `without an effort for the background, everything waits for a question`() {
        let works = Works()
        let counter = CoverageCounter(
            rules, bounds: CoverageBounds(effort: 100, size: .max, backgroundEffort: 0)
        ) { works.add($0) }
        for number in 0..<100 { counter.add(.make(number)) }
        #expect(count(counter.report()) == 100)
        for number in 0..<100 { counter.add(.make(number)) }
        #expect(works.count == 0)
    }

    @Test func `rules that are no longer in force keep nothing`() throws {
        let works = Works()
        let counter = counter(works, effort: 100)
        for number in 0..<60 { counter.add(.make(number)) }
        counter.close()
        counter.add(.make(60))
        #expect(counter.report().version == 0)
    }

    @Test func `setting rules anew begins a new report`() throws {
        let emulator = Emulator()
        func version() throws -> Int? {
            try emulator.front.core.rules.rules(project: "p")?.coverageReport().version
        }
        for _ in 0..<2 {
            emulator.setRules(rules.source, project: "p")
            #expect(try version() == 0)
            for _ in 0..<3 { _ = emulator.front.respond(to: Self.get("c/a"), body: []) }
            #expect(try version() == 3)
        }
        emulator.front.core.reset()
        #expect(try version() == nil)
    }

    @Test func `reports say in both forms how many decisions are left out`() throws {
        let emulator = Emulator()
        emulator.setRules(rules.source, project: "p")
        // Ten documents that are together larger than what is kept.
        let large = String(repeating: "x", count: 900_000)
        let names = (0..<10).map { DocumentName.make("c/d\($0)") }
        for name in names {
            let write = Write(.update(name, ["t": .string(large)], mask: nil))
            _ = try emulator.front.core.database(.test).commit([write])
        }
        let all = names.map { "\"\($0)\"" }.joined(separator: ",")
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: "127.0.0.1:1",
            path: "/v1/projects/p/databases/(default)/documents:batchGet")
        let answer = emulator.front.respond(to: request, body: Array(#"{"documents":[\#(all)]}"#.utf8))
        #expect(answer.head.status == .ok)
        for view in ["full", "counts"] {
            let answer = emulator.front.respond(
                to: HTTPRequest(
                    method: .get, scheme: "http", authority: "127.0.0.1:1",
                    path: "/emulator/v1/projects/p:ruleCoverage?view=\(view)"), body: [])
            #expect(try JSONParser.parse(answer.body)["uncountedDecisions"] == .number("1"))
        }
    }

    private static func get(_ path: String) -> HTTPRequest {
        HTTPRequest(
            method: .get, scheme: "http", authority: "127.0.0.1:1",
            path: "/v1/projects/p/databases/(default)/documents/\(path)")
    }
}
