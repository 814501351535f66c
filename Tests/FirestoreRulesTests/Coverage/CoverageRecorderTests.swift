import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("What is recorded for the coverage report")
struct CoverageRecorderTests {
    /// The counts of an expression's values, by their texts.
    private func counts(_ recorder: CoverageRecorder, of plan: RulesPlan) -> [[String: Int]] {
        (0..<plan.expressionCount).map { expression in
            Dictionary(
                recorder.tallies(of: expression).map { ($0.observation.summary, $0.count) },
                uniquingKeysWith: +)
        }
    }

    @Test func `each value is counted, and what was left out`() throws {
        let probe = try RulesProbe(
            "match /c/{id} { allow get: if id == 'a' || resource.data.n in [1]; }", tracing: .on)
        var recorder = CoverageRecorder(probe.plan)
        for (id, n) in [("a", 1), ("b", 1), ("b", 2), ("a", 2)] {
            let steps = probe.storing("c/\(id)", ["n": .integer(Int64(n))])
                .decide([.get(.make("c/\(id)"))], isTraced: true).steps
            recorder.add(steps)
        }
        let found = counts(recorder, of: probe.plan)
        // Without data first, which says enough of the first and the last; then with it.
        #expect(found[0] == [#"{"stringValue":"a"}"#: 2, #"{"stringValue":"b"}"#: 4])
        #expect(found[1] == [#"{"boolValue":true}"#: 2, #"{"boolValue":false}"#: 4])
        #expect(found.last == [#"{"boolValue":true}"#: 3, #"{"boolValue":false}"#: 1, "unknown": 2])
        #expect(found[2...].dropLast().allSatisfy { $0["not evaluated"] == 2 })
    }

    @Test func `sets and lists of different content are told apart, and equal ones counted together`() throws
    {
        let probe = try RulesProbe(
            "match /c/{id} { allow get: if resource.data.to.toSet().size() >= 0; }", tracing: .on)
        var recorder = CoverageRecorder(probe.plan)
        for number in 0..<30 {
            let members: Value = .array([.string("u\(number % 3)"), .string("x")])
            recorder.add(
                probe.storing("c/a", ["to": members]).decide([.get(.make("c/a"))], isTraced: true).steps)
        }
        let tallies = (0..<probe.plan.expressionCount).flatMap { recorder.tallies(of: $0) }
        let sets = tallies.filter { if case .value(.set) = $0.observation { true } else { false } }
        #expect(sets.map(\.count) == [10, 10, 10])
    }

    @Test func `true and false are counted however often, other values only so often`() throws {
        let probe = try RulesProbe("match /c/{id} { allow get: if id != 'b'; }", tracing: .on)
        var recorder = CoverageRecorder(probe.plan)
        let times = CoverageRecorder.maximumLookups + 100
        let steps = probe.decide([.get(.make("c/a"))], isTraced: true).steps
        let evaluations = steps.count { $0.outcome.isTrue }
        for _ in 0..<times { recorder.add(steps) }
        let found = counts(recorder, of: probe.plan)
        #expect(found.contains { $0[#"{"boolValue":true}"#] == times * evaluations })
        #expect(found.contains { $0[#"{"stringValue":"a"}"#] == CoverageRecorder.maximumLookups })
    }
}

extension Outcome {
    fileprivate var isTrue: Bool {
        if case .value(.bool(true)) = self { true } else { false }
    }
}
