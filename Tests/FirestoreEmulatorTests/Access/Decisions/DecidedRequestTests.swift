import FirestoreModel
import FirestoreRules
import Testing

@testable import FirestoreEmulator

@Suite("What is kept of a decision")
struct DecidedRequestTests {
    /// Decides on writes to `c/m0`, `c/m1` and so on.
    private func decide(
        _ count: Int, by rules: PlannedRules, storing text: String = "x"
    ) -> (DecidedRequest, Denial?) {
        var state = DatabaseState.make([.make("members/bob", ["n": 1])])
        for number in 0..<count {
            state.set(
                DocumentName.make("c/m\(number)").path,
                to: .make("c/m\(number)", ["n": 0, "t": .string(text)]))
        }
        let writes = (0..<count).map { number in
            Write(.update(.make("c/m\(number)"), ["n": 1], mask: DocumentMask([FieldPath(["n"])])))
        }
        let request = RulesRequest(
            auth: nil, time: .make(5), isInTransaction: true, database: .test,
            operations: WriteOperation.merged(writes).map { .write($0) })
        var decision = RulesDecision(
            request, by: rules.plan, source: WriteSource(writes, on: state, at: .make(5)))
        let denial = decision.run()
        return (
            DecidedRequest(
                request, decision, isAllowed: denial == nil, writes: writes, on: state, at: .make(5)), denial
        )
    }

    @Test func `the first operations are explained as they are in the whole request`() {
        let rules = PlannedRules.make(
            """
            allow write: if request.resource.data.n == 1
              && get(/databases/$(database)/documents/members/bob).data.n == 1
              && getAfter(/databases/$(database)/documents/c/m49).data.n == 1
              && existsAfter(/databases/$(database)/documents/c/$(id));
            """)
        let (whole, denial) = decide(50, by: rules)
        #expect(denial == nil)
        let first = whole.first(20)
        #expect(first.request.operations.count == 20)
        // Their own documents, the member, and the last message; not what only later operations look up.
        #expect(Set(first.documents.map(\.path)).count == 22)
        #expect(first.size < whole.size / 2)
        let texts = [whole, first].map { $0.explanation(by: rules).text(quoting: rules.source) }
        #expect(texts[0] == texts[1])
        #expect(texts[0].hasPrefix("ALLOWED"))
        #expect(texts[0].contains("50"))
    }

    @Test func `lookups of documents that were left out do not count as lookups`() {
        // More than ten documents, which only a request that writes them may look at for each operation.
        let lookups = (20..<32).map { "existsAfter(/databases/$(database)/documents/c/m\($0))" }
        let rules = PlannedRules.make("allow write: if \(lookups.joined(separator: " && "));")
        let (whole, denial) = decide(40, by: rules)
        #expect(denial == nil)
        #expect(
            whole.first(20).explanation(by: rules).text() == whole.explanation(by: rules).text())
    }

    @Test func `the size follows the documents`() {
        let rules = PlannedRules.make("allow write: if true;")
        let small = decide(1, by: rules).0.size
        let large = decide(1, by: rules, storing: String(repeating: "x", count: 100_000)).0.size
        #expect(small < 2000)
        #expect((100_000..<102_000).contains(large))
    }

    @Test func `the effort follows the work of the rules`() {
        let text = String(repeating: "a", count: 20_000)
        for (condition, range) in [("true", 3..<4), ("resource.data.t.matches('(a*)*b') || true", 10..<1000)]
        {
            let (decision, denial) = decide(3, by: .make("allow write: if \(condition);"), storing: text)
            #expect(denial == nil)
            #expect(range.contains(decision.effort), "\(condition)")
        }
    }

    @Test func `a document that a list names is kept, also when the rules fail before they look at it`() {
        let rules = PlannedRules.make("allow list: if request.resource.data.diff(resource.data) == {};")
        let state = DatabaseState.make([.make("c/a", ["n": 1])])
        let named = Filter.field(.documentID(), .equal, .reference(.make("c/a")))
        let request = RulesRequest(
            auth: nil, time: .make(5), database: .test,
            operations: [.list(ListOperation(parent: nil, collectionID: "c", disjuncts: [[named]]))])
        func decision(_ plan: RulesPlan, isTraced: Bool) -> RulesDecision {
            var decision = RulesDecision(
                request, by: plan, source: ReadSource(state: state), isTraced: isTraced)
            #expect(decision.run() != nil)
            return decision
        }
        let kept = DecidedRequest(
            request, decision(rules.plan, isTraced: false), isAllowed: false, writes: [], on: state,
            at: .make(5))
        #expect(kept.documents.map(\.path) == [DocumentName.make("c/a").path])
        let traced = decision(rules.tracedPlan, isTraced: true).steps
        #expect(kept.steps(by: rules).map { "\($0)" } == traced.map { "\($0)" })
    }

    @Test func `a decision that is explained later does not keep the rest of the database`() {
        weak var other: StoredDocument?
        var decision: DecidedRequest?
        let rules = PlannedRules.make("allow get: if resource.data.n == 1;")
        do {
            let document = StoredDocument.make("c/b", ["n": 2])
            other = document
            let state = DatabaseState.make([.make("c/a", ["n": 1]), document])
            let request = RulesRequest(
                auth: nil, time: .make(5), database: .test, operations: [.get(DocumentName.make("c/a").path)])
            var plain = RulesDecision(request, by: rules.plan, source: ReadSource(state: state))
            let denial = plain.run()
            decision = DecidedRequest(
                request, plain, isAllowed: denial == nil, writes: [], on: state, at: .make(5))
        }
        #expect(other == nil)
        #expect(decision?.explanation(by: rules).isAllowed == true)
    }
}
