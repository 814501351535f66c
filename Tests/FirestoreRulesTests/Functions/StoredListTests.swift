import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreRules

/// Lists of documents are looked at where they are stored: what comes of them is what comes of the same lists made by rules.
@Suite("Lists of documents")
struct StoredListTests {
    private static let methods: [BuiltInMethod] = [
        .hasAll, .hasAny, .hasOnly, .union, .intersection, .difference,
    ]

    private static func values(_ random: inout SeededGenerator) -> [Value] {
        let kinds: [Value] = [
            "a", "b", "a longer text than others", .integer(1), .double(1), .double(.nan), .null,
            .boolean(true),
            .timestamp(Timestamp(seconds: 1, nanoseconds: 0)), .array(["a"]), .map(["k": 1]),
            .map(["k": .double(1)]),
        ]
        let choice = random.oneIn(2) ? Array(kinds.prefix(3)) : kinds
        return random.list(0...10) { $0.pick(choice) }
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `they come to the same as lists that rules make`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let lists = [Self.values(&random), Self.values(&random)]
            let stored = lists.map { RuleList(stored: $0) }
            let made = lists.map { RuleList($0.map { RuleValue($0) }) }
            #expect(call(.list(stored[0]), .toSet) == call(.list(made[0]), .toSet), "\(lists)")
            for method in Self.methods {
                #expect(
                    outcome(try sets(stored, method)) == outcome(try sets(made, method)),
                    "seed \(seed): \(method) \(lists)")
            }
            for value in lists[1].map({ RuleValue($0) }) {
                #expect(
                    outcome(try Operators.apply(.in, value, .list(stored[0])))
                        == outcome(try Operators.apply(.in, value, .list(made[0]))),
                    "seed \(seed): \(value) in \(lists[0])")
            }
        }
    }

    private func sets(_ lists: [RuleList], _ method: BuiltInMethod) throws(EvaluationFailure) -> RuleValue {
        try method.call(.set(try RuleSet(lists[0])), CallArguments(.set(try RuleSet(lists[1]))))
    }
}
