import Testing

@testable import FirestoreRules

@Suite("Methods of lists and sets")
struct ListMethodTests {
    private static let numbers = list(.int(1), .float(2), .int(2), .int(3))

    @Test(arguments: [
        (list(.int(1)), BuiltInMethod.concat, list(.float(2)), "list [int 1, float 2.0]"),
        (numbers, .removeAll, list(.int(2)), "list [int 1, float 2.0, int 3]"),
        (list(.nan), .removeAll, list(.nan), "list [float nan]"),
        (list(.int(1)), .hasAll, list(), "bool true"), (list(), .hasAll, list(.int(1)), "bool false"),
        (list(), .hasAny, list(), "bool false"), (numbers, .hasAny, list(.null, .int(3)), "bool true"),
        (list(.int(1), .int(1)), .hasOnly, list(.int(1)), "bool true"),
        (list(.int(1)), .hasOnly, list(.float(1)), "bool false"),
        (list(.float(0)), .hasOnly, list(.float(-0.0)), "bool true"),
        (list(), .hasOnly, list(.int(1)), "bool true"),
        (
            list(.int(1), .string("a"), .bool(true), .null, .float(1.5), path("a", "b")), .join, .string("-"),
            "string 1-a-true-null-1.5-/a/b"
        ),
        (list(), .join, .string("-"), "string "),
        (
            list(list()), .join, .string(","),
            "Unsupported operation error. Received: string(list). Expected: string(int), string(float), string(null), "
                + "string(string), string(bool), string(path)."
        ),
    ])
    func `lists compare their elements by kind and value`(
        _ receiver: RuleValue, _ method: BuiltInMethod, _ argument: RuleValue, _ expected: String
    ) {
        #expect(call(receiver, method, argument) == expected)
    }

    @Test func `a set holds the first of values that are equal`() {
        #expect(
            call(list(.float(1), .int(1), .int(2), .nan, .nan), .toSet) == "set [float 1.0, int 2, float nan]"
        )
    }

    @Test(arguments: [
        (BuiltInMethod.union, "set [int 1, int 2, int 3]"), (.intersection, "set [int 2]"),
        (.difference, "set [int 1]"),
    ])
    func `sets compare by value`(_ method: BuiltInMethod, _ expected: String) throws {
        #expect(call(try set(.int(1), .int(2)), method, try set(.int(3), .float(2))) == expected)
    }

    @Test(arguments: [
        (BuiltInMethod.hasAll, [1] as [Int64], "bool true"), (.hasAll, [1, 3], "bool false"),
        (.hasAny, [3, 2], "bool true"),
        (.hasAny, [], "bool false"), (.hasOnly, [1, 2, 5], "bool true"), (.hasOnly, [2], "bool false"),
    ])
    func `sets are tested against lists and sets`(
        _ method: BuiltInMethod, _ others: [Int64], _ expected: String
    ) throws {
        let receiver = try set(.int(1), .float(2))
        #expect(call(receiver, method, .list(RuleList(others.map { .int($0) }))) == expected)
        #expect(
            call(receiver, method, .set(try RuleSet(RuleList(others.map { .float(Double($0)) })))) == expected
        )
    }

    @Test func `large sets are as small ones`() throws {
        let texts = (0..<20_000).map { RuleValue.string("\($0 % 10_000)") }
        let all = try RuleSet(RuleList(texts))
        #expect(all.count == 10_000)
        #expect(try all.contains(.string("9999")) && !all.contains(.string("10000")))
        let lists = try RuleSet(RuleList((0..<1000).map { list(.int(1), .float(Double($0 % 500))) }))
        #expect(try lists.count == 500 && lists.contains(list(.float(1), .int(499))))
    }

    @Test func `values made to have one hash do not slow a set down`() {
        let deep = (0..<2000 as Range<Int64>).map { list(list(list(list(.int($0))))) }
        #expect(
            outcome(
                try BuiltInMethod.toSet.call(
                    .list(RuleList(deep)), CallArguments(), WorkMeter(mostSteps: 100_000)))
                == tooMuchWork)
    }

    @Test func `lists do not grow without end`() {
        let half = RuleValue.list(
            RuleList(Array(repeating: .null, count: WorkMeter.mostElementsOfValue / 2 + 1)))
        #expect(call(half, .concat, half) == "Result is too large. Type: [list], limit: [262144].")
    }
}
