import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Disjunctions of filters")
struct FilterDisjunctionsTests {
    private static func equal(_ field: String, _ value: Int64 = 1) -> Filter {
        .field(FieldPath([field]), .equal, .integer(value))
    }
    private static func isIn(_ field: String, _ count: Int) -> Filter {
        .field(FieldPath([field]), .in, .array((0..<count).map { .integer(Int64($0)) }))
    }
    private static func any(_ field: String, _ count: Int) -> Filter {
        .field(FieldPath([field]), .arrayContainsAny, .array((0..<count).map { .integer(Int64($0)) }))
    }
    private static let contains = Filter.field(FieldPath(["l"]), .arrayContains, 1)

    private func refused(_ filter: Filter) -> String? {
        refusal { () throws(RPCStatus) in try filter.withoutRepetitions.checkDisjunctions() }?.message
    }

    private static func tooMany(_ count: Int) -> String {
        "Too many disjunctions after normalization. Result had \(count) disjunctions which is more than the maximum of 30"
    }
    private static let farTooMany = "Too many disjunctions after normalization, the maximum is 30"

    @Test(
        arguments: [
            (isIn("a", 30), nil), (.or((0..<30).map { equal("a", $0) }), nil),
            (.or((0..<31).map { equal("a", $0) }), tooMany(31)),
            (.or((0..<31).map { _ in equal("a") }), nil), (.and([isIn("a", 6), isIn("b", 5)]), nil),
            (.and([isIn("a", 6), isIn("b", 6)]), tooMany(36)),
            (.and([isIn("a", 6), isIn("a", 6)]), nil), (.and([isIn("a", 30), isIn("b", 2)]), tooMany(60)),
            (.and([isIn("a", 30), isIn("b", 3)]), farTooMany),
            (.and((0..<40).map { .or([equal("a\($0)"), equal("b\($0)")]) }), farTooMany),
            (.and((0..<5).map { isIn("a\($0)", 2) }), tooMany(32)),
            (.or([.and([isIn("a", 6), isIn("b", 6)]), equal("c")]), tooMany(37)),
            (.or([isIn("a", 30), isIn("a", 30)]), nil),
            (.and([.or([equal("a"), equal("b")]), isIn("c", 16)]), tooMany(32)),
            (.or([any("l", 30), equal("a")]), tooMany(31)),
            (.and([any("l", 15), .field(FieldPath(["a"]), .notIn, [1, 2, 3])]), nil), (.and([]), nil),
        ] as [(Filter, String?)])
    func `a filter has at most thirty conjunctions`(filter: Filter, expected: String?) {
        #expect(refused(filter) == expected)
    }

    @Test(
        arguments: [
            (equal("a"), 1), (.and([equal("a"), equal("a"), .and([equal("a"), equal("b")])]), 2),
            (isIn("a", 3), 3),
            (.and([isIn("a", 3), equal("a", 2)]), 3), (.field(FieldPath(["a"]), .in, [1, .double(1), 1]), 2),
            (.field(FieldPath(["a"]), .notIn, [1, 2]), 2), (any("l", 2), 2),
            (.unary(FieldPath(["a"]), .isNull), 1), (.or([]), 0),
        ] as [(Filter, Int)])
    func `parts are counted once, and once for each value of a list`(filter: Filter, expected: Int) {
        #expect(filter.partCount == expected)
    }

    @Test(
        arguments: [
            (contains, 1), (.and([contains, contains]), 1), (.and([contains, any("l", 1)]), 2),
            (.or([contains, any("l", 1)]), 1),
            (.and([.or([contains, equal("a")]), any("l", 2)]), 2),
            (.and([.and([contains]), .and([contains])]), 1), (equal("a"), 0),
        ] as [(Filter, Int)])
    func `array filters are counted by conjunction`(filter: Filter, expected: Int) {
        #expect(filter.withoutRepetitions.mostArrayFilters == expected)
    }

    @Test func `a filter of very many parts is counted in good time`() {
        let filter = Filter.or((0..<20_000).map { Self.equal("a", $0) })
        #expect(filter.partCount == 20_000)
        #expect(filter.withoutRepetitions.leaves.count == 20_000)
    }

    @Test(
        arguments: [
            (.lessThan, 1, true), (.lessThan, .null, false), (.greaterThanOrEqual, .double(.nan), false),
            (.notEqual, .null, false),
            (.notEqual, .double(.nan), true), (.notIn, [.null], false), (.notIn, [.null, 1], true),
            (.equal, 1, false), (.in, [1], false),
            (.arrayContains, 1, false),
        ] as [(Filter.FieldOperator, Value, Bool)])
    func `an inequality sorts unless it can never hold`(
        operation: Filter.FieldOperator, operand: Value, isInequality: Bool
    ) {
        let filter = Filter.field(FieldPath(["a"]), operation, operand)
        #expect(filter.inequalityFields == (isInequality ? [FieldPath(["a"])] : []))
    }
}
