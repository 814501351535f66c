import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Transforms of values")
struct TransformEvaluationTests {
    private static let time = Timestamp(seconds: 5, nanoseconds: 123_456_000)

    private func apply(_ operation: FieldTransform.Operation, to stored: Value?) -> (
        value: Value, reported: Value
    ) {
        operation.apply(to: stored, requestTime: Self.time)
    }

    @Test(
        arguments: [
            (1, 2, 3), (.double(1.5), 2, .double(3.5)), (2, .double(1.5), .double(3.5)),
            (.double(1), .double(2), .double(3)), (.integer(.max), 1, .integer(.max)),
            (.integer(.min), -1, .integer(.min)),
            (.integer(.max), -1, .integer(.max - 1)), (.double(.nan), 1, .double(.nan)),
            (1, .double(.nan), .double(.nan)),
            (.double(.infinity), -1, .double(.infinity)), (nil, 4, 4), (.null, 4, 4), ("x", 4, 4),
            ([1], .double(0.5), .double(0.5)),
            (1, 0, 1),
        ] as [(Value?, Value, Value)])
    func `an increment adds to a number and replaces what is none`(
        stored: Value?, by operand: Value, expected: Value
    ) {
        let result = apply(.increment(operand), to: stored)
        #expect(result.value == expected && result.reported == expected)
    }

    @Test(
        arguments: [
            (1, 2, 2, 1), (2, 1, 2, 1), (3, .double(3), 3, 3), (.double(3), 3, .double(3), .double(3)),
            (1, .double(1.5), .double(1.5), 1),
            (
                .integer(9_007_199_254_740_993), .double(9_007_199_254_740_992),
                .integer(9_007_199_254_740_993), .double(9_007_199_254_740_992)
            ),
            (.double(.nan), 1, .double(.nan), .double(.nan)),
            (1, .double(.nan), .double(.nan), .double(.nan)),
            (.double(.infinity), 1, .double(.infinity), 1), (nil, 7, 7, 7), ("x", 7, 7, 7), (.null, 7, 7, 7),
        ] as [(Value?, Value, Value, Value)])
    func `maximum and minimum keep the stored one of equal numbers`(
        stored: Value?, operand: Value, maximum: Value, minimum: Value
    ) {
        #expect(apply(.maximum(operand), to: stored).value == maximum)
        #expect(apply(.minimum(operand), to: stored).value == minimum)
        #expect(apply(.maximum(operand), to: stored).reported == maximum)
    }

    @Test(
        arguments: [
            ([1, 2], [2, 3], [1, 2, 3], [1]), ([1], [.double(1), .double(1)], [1], []),
            (nil, [1, 1], [1], []),
            ("x", [1], [1], []), ([1, 1], [], [1, 1], [1, 1]), (nil, [], [], []),
            ([.double(.nan), .null], [.double(.nan), .null], [.double(.nan), .null], []),
            ([.map(["a": 1, "b": 2])], [.map(["b": .double(2), "a": 1])], [.map(["a": 1, "b": 2])], []),
            ([1, "1", true], ["1"], [1, "1", true], [1, true]),
        ] as [(Value?, [Value], [Value], [Value])])
    func `a list takes what it lacks and loses what is equal`(
        stored: Value?, elements: [Value], union: [Value], rest: [Value]
    ) {
        #expect(apply(.appendMissingElements(elements), to: stored).value == .array(union))
        #expect(apply(.removeAllFromArray(elements), to: stored).value == .array(rest))
        #expect(apply(.appendMissingElements(elements), to: stored).reported == .null)
        #expect(apply(.removeAllFromArray(elements), to: stored).reported == .null)
    }

    @Test func `a server timestamp is the time of the request in milliseconds`() {
        let result = apply(.setToServerTime, to: 1)
        #expect(result.value == .timestamp(Timestamp(seconds: 5, nanoseconds: 123_000_000)))
        #expect(result.reported == result.value)
    }
}
