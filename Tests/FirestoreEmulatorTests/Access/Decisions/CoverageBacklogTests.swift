import FirestoreModel
import FirestoreRules
import Testing

@testable import FirestoreEmulator

@Suite("Decisions that wait to be counted")
struct CoverageBacklogTests {
    private func numbers(_ decisions: [DecidedRequest]) -> [Int64] {
        decisions.map(\.request.time.seconds)
    }

    @Test func `decisions are taken in their order`() {
        var backlog = CoverageBacklog()
        for number in 0..<10 { backlog.append(.make(number, isAllowed: number % 3 != 0)) }
        #expect(numbers(backlog.takeFirst(effort: 4)) == [0, 1, 2, 3])
        backlog.append(.make(10))
        #expect(numbers(backlog.takeFirst()) == [4, 5, 6, 7, 8, 9, 10])
        #expect(backlog.isEmpty)
        #expect(backlog.count == 11)
        #expect(backlog.droppedCount == 0)
    }

    @Test func `beyond the effort, the oldest allowed decisions are dropped before any denial`() {
        var backlog = CoverageBacklog(bounds: .init(effort: 6, size: .max))
        for number in 0..<20 { backlog.append(.make(number, isAllowed: number % 5 != 0)) }
        #expect(numbers(backlog.takeFirst()) == [0, 5, 10, 15, 18, 19])
        #expect(backlog.droppedCount == 14)
    }

    @Test func `with denials alone, the oldest are dropped`() {
        var backlog = CoverageBacklog(bounds: .init(effort: 3, size: .max))
        for number in 0..<5 { backlog.append(.make(number, isAllowed: false)) }
        #expect(numbers(backlog.takeFirst()) == [2, 3, 4])
    }

    @Test func `the memory that decisions keep alive is bounded`() {
        let text = String(repeating: "x", count: 10_000)
        var backlog = CoverageBacklog(bounds: .init(effort: .max, size: 100_000))
        for number in 0..<1000 { backlog.append(.make(number, storing: ["t": .string(text)])) }
        let kept = backlog.takeFirst()
        #expect(kept.count == 9)
        #expect(kept.reduce(0) { $0 + $1.size } <= 100_000)
        #expect(numbers(kept).last == 999)
    }

    @Test func `a decision that is too large alone is dropped`() {
        var backlog = CoverageBacklog(bounds: .init(effort: 10, size: 1000))
        backlog.append(.make(1, storing: ["t": .string(String(repeating: "x", count: 2000))]))
        #expect(backlog.isEmpty)
        #expect(backlog.droppedCount == 1)
        backlog.append(.make(2))
        #expect(numbers(backlog.takeFirst()) == [2])
    }

    @Test func `it is time to count once half of a bound is reached`() {
        var backlog = CoverageBacklog(bounds: .init(effort: 10, size: .max))
        for number in 0..<5 { backlog.append(.make(number)) }
        #expect(!backlog.isHalfFull)
        backlog.append(.make(5))
        #expect(backlog.isHalfFull)
        _ = backlog.takeFirst(effort: 1)
        #expect(!backlog.isHalfFull)
    }
}

extension DecidedRequest {
    /// A decision on getting one document, recognizable by its time.
    static func make(
        _ number: Int, isAllowed: Bool = true, storing fields: MapValue = [:]
    ) -> DecidedRequest {
        let rules = PlannedRules.make("allow get: if id == 'x' || \(isAllowed);")
        let request = RulesRequest(
            auth: nil, time: .make(Int64(number)), database: .test,
            operations: [.get(DocumentName.make("c/a").path)])
        let state = DatabaseState.make([.make("c/a", fields)])
        var decision = RulesDecision(request, by: rules.plan, source: ReadSource(state: state))
        let denial = decision.run()
        return DecidedRequest(
            request, decision, isAllowed: denial == nil, writes: [], on: state, at: .make(0))
    }
}

extension PlannedRules {
    /// Rules with these statements for all documents of all collections.
    static func make(_ statements: String) -> PlannedRules {
        let content = """
            rules_version = '2'; service cloud.firestore { match /databases/{database}/documents {
            match /{kind}/{id} { \(statements) } } }
            """
        guard let rules = PlannedRules(Ruleset(SourceFile(content: content))) else {
            preconditionFailure("the rules of a test cannot be used: \(statements)")
        }
        return rules
    }
}
