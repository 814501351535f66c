import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("Equality")
struct EqualityTests {
    /// Two values, and how they compare: by `==`, inside of lists, as elements of a list, in sets.
    @Test(arguments: [
        (RuleValue.int(1), RuleValue.int(1), "yes yes yes yes"),
        (.int(1), .float(1), "yes no no yes"),
        (.int(1), .bool(true), "no no no no"),
        (.float(0), .float(-0.0), "yes no yes yes"),
        (.nan, .nan, "no no no yes"),
        (.int(9_007_199_254_740_993), .float(9_007_199_254_740_992), "yes no no no"),
        (.int(9_007_199_254_740_992), .float(9_007_199_254_740_992), "yes no no yes"),
        (.int(.max), .float(0x1p63), "yes no no no"),
        (.null, .null, "yes yes yes yes"),
        (.string("\u{E9}"), .string("e\u{301}"), "no no no no"),
        (.string("a"), .bytes([97]), "no no no no"),
        (path("a", "b"), path("a", "b"), "yes yes yes yes"),
        (path("a", "b"), .string("/a/b"), "no no no no"),
        (path("a/b"), path("a", "b"), "no no no no"),
        (.path(RulePath([.variable("x")])), .path(RulePath([.variable("x")])), "no yes no yes"),
        (.path(RulePath([.variable("x")])), .path(RulePath([.variable("y")])), "no no no no"),
        (.path(RulePath([.capture("x", "a")])), path("a"), "yes no yes yes"),
        (
            .path(RulePath([.globCapture("x", [.literal("a"), .literal("b")])])), path("a", "b"),
            "yes no yes yes"
        ),
        (
            .latlng(GeoPoint(latitude: 0, longitude: 0)), .latlng(GeoPoint(latitude: -0.0, longitude: 0)),
            "no no no no"
        ),
        (.vector([0]), .vector([-0.0]), "no no no yes"), (.vector([.nan]), .vector([.nan]), "no yes no yes"),
        (.vector([1, 2]), list(.float(1), .float(2)), "no no no yes"),
        (list(.int(1)), list(.float(1)), "no no no yes"),
        (list(.nan), list(.nan), "no no no yes"),
        (map(["a": .int(1), "b": .null]), map(["b": .null, "a": .int(1)]), "yes yes yes yes"),
        (map(["a": .null]), map(["b": .null]), "no no no no"),
        (.seconds(60), .seconds(60), "yes yes yes yes"),
    ])
    func `values are equal in four ways`(_ left: RuleValue, _ right: RuleValue, _ expected: String) throws {
        for (a, b) in [(left, right), (right, left)] {
            let answers = [
                try Operators.isEqual(a, b), try Operators.isEqual(list(a), list(b)),
                try Operators.contains(list(b), a), try Operators.contains(set(b), a),
            ]
            #expect(answers.map { $0 ? "yes" : "no" }.joined(separator: " ") == expected)
            #expect(try Operators.isNotEqual(a, b) != answers[0])
        }
    }

    @Test func `sets are equal by the values of their numbers`() throws {
        #expect(try Operators.isEqual(set(.int(1), .int(2)), set(.float(2), .float(1))))
        #expect(try Operators.isEqual(list(set(.int(1))), list(set(.float(1)))))
        #expect(try !Operators.isEqual(set(.int(1)), set(.int(1), .int(2))))
        #expect(try !Operators.isEqual(set(), list()))
    }

    @Test func `differences equal each other only inside of lists and by what became of the keys`() throws {
        let old = fields(["a": .int(1), "b": .int(2)])
        let first = RuleValue.mapDiff(MapDiff(new: fields(["a": .int(5)]), old: old))
        let second = RuleValue.mapDiff(MapDiff(new: fields(["a": .int(6)]), old: old))
        let third = RuleValue.mapDiff(MapDiff(new: fields(["a": .int(1)]), old: old))
        #expect(try !Operators.isEqual(first, first))
        #expect(try Operators.isEqual(list(first), list(second)))
        #expect(try !Operators.isEqual(list(first), list(third)))
    }

    @Test func `lists that share their parts are compared for a bounded time`() {
        var (left, right) = (list(), list())
        for _ in 0..<60 { (left, right) = (list(left, left), list(right, right)) }
        #expect(
            outcome(try Operators.apply(.equal, left, right, WorkMeter(mostSteps: 100_000)))
                == tooMuchWork)
    }

    @Test(arguments: [
        (RuleValue.null, "Null value error."), (.string("ab"), "Function not found error: Name: [in]."),
        (
            map(["a": .int(1)]),
            "Unsupported operation error. Received: map.in(int). Expected: map.in(string)."
        ),
    ])
    func `what is no collection holds nothing`(_ collection: RuleValue, _ expected: String) {
        #expect(
            outcome(try Operators.apply(.in, .int(1), collection))
                == expected)
    }

    @Test func `the keys of a map are in it, also those of null`() throws {
        #expect(try Operators.contains(map(["a": .null]), .string("a")))
        #expect(try !Operators.contains(map(["a": .null]), .string("b")))
        #expect(try Operators.contains(.list(RuleList(stored: ["a", "b"])), .string("b")))
    }
}
