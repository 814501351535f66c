import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("Members, indexes and slices")
struct AccessTests {
    private static let three = list(.int(1), .int(2), .int(3))
    private static let bound = RuleValue.path(
        RulePath([.literal("a"), .globCapture("x", [.literal("p"), .literal("q")]), .capture("y", "v")]))
    private static let template = RuleValue.path(RulePath([.literal("a"), .variable("x")]))

    @Test(arguments: [
        (three, RuleValue.int(1), "int 2"),
        (three, .int(-1), "Index out of bound error. Index: [-1] , size: [3]."),
        (three, .int(3), "Index out of bound error. Index: [3] , size: [3]."),
        (three, .float(1), "Unsupported operation error. Received: list[float]. Expected: list[int]."),
        (.string("abc"), .int(2), "string c"), (.string("aé"), .int(1), "string é"),
        (.string("😀b"), .int(2), "string b"), (.string("😀b"), .int(1), "string \u{FFFD}"),
        (.string("ab"), .null, "Unsupported operation error. Received: string[null]. Expected: string[int]."),
        (map(["a": .null]), .string("a"), "null"),
        (map(["a": .null]), .string("b"), "Property b is undefined on object."),
        (map([:]), .int(0), "Unsupported operation error. Received: map[int]. Expected: map[string]."),
        (bound, .int(2), "string q"), (bound, .int(3), "string v"), (bound, .string("y"), "string v"),
        (bound, .string("x"), "path /p/q"),
        (
            bound, .float(1),
            "Unsupported operation error. Received: path[float]. Expected: path[string], path[int]."
        ),
        (template, .int(0), "Variable x is not bound in path template."),
        (template, .string("x"), "Variable x is not bound in path template."),
        (template, .string("y"), "Property y is undefined on object."),
        (.null, .int(0), "Null value error."),
        (.bytes([1]), .int(0), "Function not found error: Name: [[]]."),
    ])
    func `an index picks one element`(_ receiver: RuleValue, _ index: RuleValue, _ expected: String) {
        #expect(outcome(try Operators.index(receiver, index)) == expected)
    }

    @Test(arguments: [
        (three, RuleValue.int(1), RuleValue.int(3), "list [int 2, int 3]"),
        (three, .int(1), .int(1), "list []"),
        (three, .null, .int(2), "list [int 1, int 2]"), (three, .null, .null, "list [int 1, int 2, int 3]"),
        (three, .int(0), .int(0), "Index out of bound error. Index: [-1] , size: [3]."),
        (three, .int(3), .int(1), "Index out of bound error. Index: [3] , size: [3]."),
        (three, .int(1), .int(4), "Index out of bound error. Index: [3] , size: [3]."),
        (three, .int(2), .int(1), "Illegal range error. From index: [2] , To index: [1]."),
        (three, .int(1), .int(.min), "Index out of bound error. Index: [-9223372036854775808] , size: [3]."),
        (
            three, .int(0), .float(1),
            "Unsupported operation error. Received: list[int:float]. Expected: list[null:null], list[null:int], "
                + "list[int:null], list[int:int]."
        ),
        (list(), .null, .null, "list []"), (.string("aé😀"), .int(1), .null, "string é😀"),
        (bound, .int(1), .int(3), "path /p/q"),
        (template, .null, .null, "path /a/"),
        (template, .int(0), .null, "Variable x is not bound in path template."),
        (map([:]), .null, .null, "Function not found error: Name: [@range]."),
        (.null, .null, .null, "Null value error."),
    ])
    func `a slice picks several`(
        _ receiver: RuleValue, _ from: RuleValue, _ to: RuleValue, _ expected: String
    ) {
        #expect(
            outcome(try Operators.slice(receiver, from: from, to: to))
                == expected)
    }

    @Test func `members are those of maps and paths`() {
        #expect(
            outcome(try Operators.member(map(["a": .int(1)]), "a"))
                == "int 1")
        #expect(
            outcome(try Operators.member(Self.bound, "y")) == "string v")
        #expect(
            outcome(try Operators.member(.int(1), "a"))
                == "Type error. Received: [int] Expected: [map,path].")
        #expect(
            outcome(try Operators.member(.null, "a"))
                == "Null value error.")
    }

    @Test func `a value is an instance of its own type, a number of number, a set of none`() throws {
        let samples: [RuleValue] = [
            .null, .bool(true), .int(1), .float(1), .string(""), .bytes([]), list(), try set(), map([:]),
            path("a"),
            .time(0), .seconds(0), .latlng(GeoPoint(latitude: 0, longitude: 0)), .vector([]),
            .mapDiff(MapDiff(new: fields([:]), old: fields([:]))), .constraint(FieldConstraint([])),
        ]
        let names = samples.map { value in
            TypeName.allCases.filter { Operators.isInstance(value, of: $0) }.map(\.rawValue)
        }
        #expect(
            names == [
                [], ["bool"], ["int", "number"], ["float", "number"], ["string"], ["bytes"], ["list"], [],
                ["map"],
                ["path"], ["timestamp"], ["duration"], ["latlng"], ["vector"], ["map_diff"], ["constraint"],
            ])
    }
}
