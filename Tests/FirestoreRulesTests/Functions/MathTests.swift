import Testing

@testable import FirestoreRules

@Suite("Mathematics")
struct MathTests {
    @Test(arguments: [
        (BuiltInFunction.abs, RuleValue.int(-5), "int 5"), (.abs, .int(.min), "int -9223372036854775808"),
        (.abs, .float(-0.0), "float 0.0"), (.ceil, .int(1), "float 1.0"), (.ceil, .float(-0.5), "float -0.0"),
        (.floor, .float(-1.2), "float -2.0"), (.round, .float(-1.5), "int -1"),
        (.round, .float(2.5), "int 3"),
        (.round, .float(0.499_999_999_999_999_94), "int 0"),
        (.round, .float(4_503_599_627_370_497.5), "int 4503599627370498"),
        (.round, .nan, "int 0"), (.round, .float(-1e300), "int -9223372036854775808"),
        (.round, .float(.infinity), "int 9223372036854775807"), (.round, .int(7), "int 7"),
        (.sqrt, .int(-1), "float nan"),
        (.sqrt, .float(-0.0), "float -0.0"), (.isNaN, .nan, "bool true"), (.isNaN, .int(1), "bool false"),
    ])
    func `functions of one number are those of Java`(
        _ function: BuiltInFunction, _ number: RuleValue, _ expected: String
    ) {
        #expect(call(function, number).replacingNaN == expected)
    }

    @Test(arguments: [
        (2.0, 3.0, "8.0"), (1, .nan, "nan"), (1, .infinity, "nan"), (-1, .infinity, "nan"), (.nan, 0, "1.0"),
        (-2, 0.5, "nan"),
        (0, -1, "inf"), (-0.0, -1, "-inf"), (-0.0, -2, "inf"), (2, 0.5, "1.4142135623730951"),
    ])
    func `powers of one are no numbers where Java says so`(
        _ base: Double, _ exponent: Double, _ expected: String
    ) {
        #expect(call(.pow, .float(base), .float(exponent)).replacingNaN == "float \(expected)")
    }
}

extension String {
    /// The sign of NaN is nobody's concern.
    fileprivate var replacingNaN: String { self == "float -nan" ? "float nan" : self }
}
