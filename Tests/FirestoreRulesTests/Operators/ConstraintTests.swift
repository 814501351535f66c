import Testing

@testable import FirestoreRules

@Suite("Constraints of queries")
struct ConstraintTests {
    private static let operations: [BinaryOperator] = [
        .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual,
    ]

    /// A filter, an operator of a rule, and the values for which the filter proves it.
    @Test(arguments: [
        (
            FieldConstraint.Comparator.greater, RuleValue.int(4),
            "< -- <= -- > 3 3.5 4 4.0 >= 3 3.5 4 4.0 == -- != 3 3.5 4 4.0"
        ),
        (.greaterOrEqual, .int(4), "< -- <= -- > 3 3.5 >= 3 3.5 4 4.0 == -- != 3 3.5"),
        (.less, .int(4), "< 4 4.0 4.5 5 <= 4 4.0 4.5 5 > -- >= -- == -- != 4 4.0 4.5 5"),
        (.lessOrEqual, .int(4), "< 4.5 5 <= 4 4.0 4.5 5 > -- >= -- == -- != 4.5 5"),
        (.notEqual, .int(4), "< -- <= -- > -- >= -- == -- != 4 4.0"),
        (.equal, .int(4), "< 4.5 5 <= 4 4.0 4.5 5 > 3 3.5 >= 3 3.5 4 4.0 == 4 4.0 != 3 3.5 4.5 5"),
        (.greater, .float(4.5), "< -- <= -- > 3.5 4.0 4.5 >= 3.5 4.0 4.5 == -- != 3.5 4.0 4.5"),
        (.listContains, .int(4), "< -- <= -- > -- >= -- == -- != --"),
    ])
    func `a filter proves what follows from it`(
        _ comparator: FieldConstraint.Comparator, _ value: RuleValue, _ expected: String
    ) throws {
        let constraint = RuleValue.constraint(FieldConstraint([.init(comparator, value)]))
        let numbers: [(String, RuleValue)] = [
            ("3", .int(3)), ("3.5", .float(3.5)), ("4", .int(4)), ("4.0", .float(4)), ("4.5", .float(4.5)),
            ("5", .int(5)),
        ]
        for mirrored in [false, true] {
            let proven = Self.operations.map { operation in
                let names = numbers.filter { _, number in
                    let (left, right) = mirrored ? (number, constraint) : (constraint, number)
                    let operation = mirrored ? operation.mirrored : operation
                    let answer = answer(left, operation, right)
                    #expect(answer == "bool true" || answer == "unknown")
                    return answer == "bool true"
                }
                return "\(operation.rawValue) "
                    + (names.isEmpty ? "--" : names.map(\.0).joined(separator: " "))
            }
            #expect(proven.joined(separator: " ") == expected)
        }
    }

    @Test(arguments: [
        (FieldConstraint.Comparator.greater, RuleValue.int(4), "null NaN"), (.notEqual, .null, "null"),
        (.greater, .string("a"), "null a"), (.notEqual, .bool(true), "null true"),
        (.equal, .bool(false), "null true"), (.listContains, .int(4), "null NaN"),
        (.notEqual, list(.int(4)), "null [4]"),
    ])
    func `any filter excludes null, and one with a number NaN`(
        _ comparator: FieldConstraint.Comparator, _ value: RuleValue, _ expected: String
    ) {
        let constraint = RuleValue.constraint(FieldConstraint([.init(comparator, value)]))
        let others: [(String, RuleValue)] = [
            ("null", .null), ("a", .string("a")), ("true", .bool(true)), ("NaN", .nan),
            ("[4]", list(.int(4))),
            ("[4.0]", list(.float(4))),
        ]
        let excluded = others.filter { _, other in
            answer(constraint, .notEqual, other) == "bool true"
        }
        #expect(excluded.map(\.0).joined(separator: " ") == expected)
    }

    private static let orderable = "[timestamp,duration,float,int,string,bytes]."

    @Test(arguments: [
        (BinaryOperator.less, RuleValue.null, "Type error. Received: [null] Expected: \(orderable)"),
        (
            .less, .constraint(FieldConstraint([])),
            "Type error. Received: [constraint] Expected: \(orderable)"
        ),
        (
            .equal, .constraint(FieldConstraint([])),
            "Type error. Received: [constraint] Expected: "
                + "[bool,duration,float,int,latlng,map,null,string,bytes,timestamp,path,list,vector,set]."
        ),
        (.equal, .int(4), "unknown"), (.less, .string("a"), "unknown"), (.in, list(.int(4)), "bool false"),
    ])
    func `an operator that takes no constraint says so`(
        _ operation: BinaryOperator, _ value: RuleValue, _ expected: String
    ) {
        let constraint = RuleValue.constraint(FieldConstraint([.init(.greater, .int(4))]))
        #expect(
            outcome(try Operators.apply(operation, constraint, value))
                == expected)
    }

    @Test func `a constraint cannot be looked for in a set`() {
        let constraint = RuleValue.constraint(FieldConstraint([.init(.greater, .int(4))]))
        #expect(
            outcome(try Operators.apply(.in, constraint, set(.string("a"))))
                == "Equality is not defined for type CONSTRAINT_VALUE")
    }

    @Test func `a list is known to hold what array-contains asks for`() {
        let constraint = RuleValue.constraint(FieldConstraint([.init(.listContains, .int(4))]))
        for (value, expected) in [
            (RuleValue.int(4), "bool true"), (.float(4), "bool true"), (.int(5), "unknown"),
            (.null, "unknown"),
        ] {
            #expect(
                outcome(try Operators.apply(.in, value, constraint))
                    == expected)
        }
    }

    @Test func `constraints are compared as they are inside of lists`() throws {
        let constraint = RuleValue.constraint(FieldConstraint([.init(.greater, .int(4))]))
        #expect(try Operators.isEqual(list(constraint), list(constraint)))
        #expect(try !Operators.isEqual(list(constraint), list(.int(4))))
        #expect(throws: EvaluationFailure.self) { try set(constraint) }
    }

    private func answer(_ left: RuleValue, _ operation: BinaryOperator, _ right: RuleValue) -> String {
        outcome(try Operators.apply(operation, left, right))
    }
}
