import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("Ordering")
struct OrderingTests {
    @Test(arguments: [
        (RuleValue.int(1), RuleValue.int(2)), (.int(1), .float(1.5)), (.float(-0.5), .int(0)),
        (.string("a"), .string("ab")), (.string("😀"), .string("\u{FFFF}")),
        (.string("\u{D7FF}"), .string("😀")),
        (.string("😀"), .string("\u{E000}")), (.string("😀"), .string("😁")),
        (.string("é"), .string("\u{E000}")),
        (.bytes([0x7F]), .bytes([0x80])), (.bytes([1]), .bytes([1, 0])), (.time(1), .time(1, 1)),
        (.seconds(-1, -500_000_000), .seconds(-1)), (.seconds(0, -1), .seconds(0)),
    ])
    func `values of a kind have an order`(_ less: RuleValue, _ greater: RuleValue) throws {
        #expect(try Operators.isLess(less, greater) && Operators.isLessOrEqual(less, greater))
        #expect(try Operators.isGreater(greater, less) && Operators.isGreaterOrEqual(greater, less))
        #expect(try !Operators.isLess(greater, less) && !Operators.isLessOrEqual(greater, less))
        #expect(try !Operators.isLess(less, less) && Operators.isLessOrEqual(less, less))
    }

    @Test func `an int beside a float is as coarse as a float`() throws {
        let (int, float) = (RuleValue.int(9_007_199_254_740_993), RuleValue.float(9_007_199_254_740_992))
        #expect(try !Operators.isGreater(int, float) && Operators.isGreaterOrEqual(int, float))
    }

    @Test func `NaN has no order`() throws {
        for operation in [BinaryOperator.less, .lessOrEqual, .greater, .greaterOrEqual] {
            #expect(
                outcome(try Operators.apply(operation, .nan, .nan))
                    == "bool false")
        }
    }

    @Test(arguments: [
        (RuleValue.null, RuleValue.int(1), "null < int"), (.bool(true), .bool(false), "bool < bool"),
        (list(), list(), "list < list"), (path("a"), path("b"), "path < path"),
        (.int(1), .string("a"), "int < string"),
    ])
    func `other values have none`(_ left: RuleValue, _ right: RuleValue, _ received: String) {
        #expect(
            outcome(try Operators.apply(.less, left, right))
                == "Unsupported operation error. Received: \(received). Expected: string < string, bytes < bytes, "
                + "int < int, float < float, duration < duration, timestamp < timestamp, constraint < any, any < constraint."
        )
    }
}
