import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("Arithmetic")
struct ArithmeticTests {
    @Test(arguments: [
        (RuleValue.int(1), BinaryOperator.add, RuleValue.int(2), "int 3"),
        (.int(1), .add, .float(1.5), "float 2.5"),
        (.string("a"), .add, .string("é"), "string aé"),
        (.seconds(1), .add, .seconds(-2), "duration -1 s 0 ns"),
        (.time(0), .add, .seconds(1, 5), "timestamp 1970-01-01T00:00:01.000000005Z"),
        (.seconds(-1), .add, .time(0), "timestamp 1969-12-31T23:59:59Z"),
        (.time(5, 1), .subtract, .time(7), "duration -1 s -999999999 ns"),
        (.time(0), .subtract, .seconds(0, 1), "timestamp 1969-12-31T23:59:59.999999999Z"),
        (.seconds(-1), .add, .seconds(0, 1), "duration 0 s -999999999 ns"),
        (.int(-7), .divide, .int(2), "int -3"),
        (.int(-7), .remainder, .int(2), "int -1"),
        (.float(7.5), .remainder, .int(-2), "float 1.5"),
        (.int(.min), .divide, .int(-1), "int -9223372036854775808"),
        (.int(.min), .remainder, .int(-1), "int 0"),
        (.float(5), .divide, .int(0), "float inf"),
        (.int(0), .multiply, .float(-1), "float -0.0"),
    ])
    func `operators compute as in Java`(
        _ left: RuleValue, _ operation: BinaryOperator, _ right: RuleValue, _ expected: String
    ) {
        #expect(
            outcome(try Operators.apply(operation, left, right))
                == expected)
    }

    private static let overflow =
        "Integer value is out of the [-9223372036854775808, 9223372036854775807] range."
    private static let badTime =
        "Timestamp is not valid. Seconds must be in range [-62,135,596,800, +253,402,300,799]. "
        + "Nanos must be in range [0, +999,999,999]."
    private static let badDuration =
        "Duration is not valid. Seconds must be in range [-315,576,000,000, +315,576,000,000]. "
        + "Nanos must be in range [-999,999,999, +999,999,999]. Nanos must have the same sign as seconds."

    @Test(arguments: [
        (RuleValue.int(.max), BinaryOperator.add, RuleValue.int(1), overflow),
        (.int(.min), .subtract, .int(1), overflow),
        (.int(.max), .multiply, .int(2), overflow),
        (.int(5), .remainder, .int(0), "Divide by zero error."),
        (.time(253_402_300_799), .add, .seconds(1), badTime),
        (.time(-62_135_596_800), .subtract, .seconds(0, 1), badTime),
        (.seconds(315_576_000_000), .add, .seconds(1), badDuration),
        (.seconds(315_576_000_000), .add, .seconds(0, 1), "duration 315576000000 s 1 ns"),
        (
            .int(1), .add, .string("a"),
            "Unsupported operation error. Received: int + string. Expected: int + int, float + float, string + string, "
                + "duration + duration, duration + timestamp, timestamp + duration."
        ),
        (
            .seconds(1), .subtract, .time(1),
            "Unsupported operation error. Received: duration - timestamp. Expected: int - int, float - float, "
                + "duration - duration, timestamp - duration, timestamp - timestamp."
        ),
        (
            .null, .remainder, .bytes([]),
            "Unsupported operation error. Received: null % bytes. Expected: int % int, float % float."
        ),
    ])
    func `what cannot be computed is an error in Google's words`(
        _ left: RuleValue, _ operation: BinaryOperator, _ right: RuleValue, _ expected: String
    ) {
        #expect(
            outcome(try Operators.apply(operation, left, right))
                == expected)
    }

    @Test(arguments: [
        (RuleValue.int(5), "int -5"), (.int(.min), overflow), (.float(0), "float -0.0"),
        (.seconds(1, 5), "duration -1 s -5 ns"),
        (.string("a"), "Unsupported operation error. Received: -string. Expected: -int, -float, -duration."),
    ])
    func `minus negates numbers and durations`(_ value: RuleValue, _ expected: String) {
        #expect(outcome(try Operators.negate(value)) == expected)
    }

    @Test func `texts do not grow without end`() {
        let text = RuleValue.string(String(repeating: "a", count: WorkMeter.mostBytesOfValue))
        #expect(
            outcome(try Operators.add(text, .string("a")))
                == "Result is too large. Type: [string], limit: [4194304].")
    }
}
