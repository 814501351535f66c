import Testing

@testable import FirestoreRules

@Suite("Conversions")
struct ConversionTests {
    @Test(arguments: [
        ("5", "int 5"), ("+5", "int 5"), ("-0", "int 0"), ("00012", "int 12"), ("٣", "int 3"),
        ("-９", "int -9"),
        ("-9223372036854775808", "int -9223372036854775808"), ("", nil), (" 5", nil), ("-", nil),
        ("5.0", nil),
        ("9223372036854775808", nil), ("0x10", nil), ("𝟓", nil),
    ])
    func `int reads whole numbers`(_ text: String, _ expected: String?) {
        let refusal = "Type conversion error. Argument: [\(text)], From type: [string], To type: [int]."
        #expect(call(.int, .string(text)) == expected ?? refusal)
    }

    @Test(arguments: [
        (1.9, 1 as Int64), (-1.9, -1), (1e22, .max), (-.infinity, .min), (.nan, 0), (-0x1p63, .min),
    ])
    func `int cuts floats off`(_ number: Double, _ expected: Int64) {
        #expect(call(.int, .float(number)) == "int \(expected)")
    }

    @Test(arguments: [
        ("1", 1.0), (" \t1\n", 1), ("1e3", 1000), ("1E+3", 1000), ("-.5", -0.5), ("5.", 5),
        ("Infinity", .infinity),
        ("-Infinity", -.infinity), ("0x1p3", 8), ("0X1.8P1", 3), ("0x.8p1", 1), ("0x1.p1d", 2), ("1f", 1),
        ("1e3D", 1000),
        ("1e400", .infinity), ("-1e-400", -0.0), ("1e99999999999999999999", .infinity),
        ("0e99999999999999999999", 0),
        ("2.5e-324", .leastNonzeroMagnitude), ("0x1.0000000000000800000001p0", 1.000_000_000_000_000_2),
    ])
    func `float reads what Java reads`(_ text: String, _ expected: Double) {
        #expect(call(.float, .string(text)) == "float \(expected)")
    }

    @Test(arguments: [
        "", " ", ".", "1e", "nan", "inf", "infinity", "0x1", "0xp1", "NaNd", "Infinityf", "1_000", "1,5", "٣",
        "- 1", "--1", "1 2",
        "e5", "0x", "1e+",
    ])
    func `float reads nothing else`(_ text: String) {
        #expect(
            call(.float, .string(text))
                == "Type conversion error. Argument: [\(text)], From type: [string], To type: [float].")
    }

    @Test(arguments: [
        (1.0, "1.0"), (100_000, "100000.0"), (9_999_999, "9999999.0"), (10_000_000, "1.0E7"),
        (0.001, "0.001"), (0.0009, "9.0E-4"),
        (-0.0, "-0.0"), (123_456_789.125, "1.23456789125E8"), (1e21, "1.0E21"),
        (0.1 + 0.2, "0.30000000000000004"),
        (.nan, "NaN"), (-.infinity, "-Infinity"), (.greatestFiniteMagnitude, "1.7976931348623157E308"),
        (-1234.5, "-1234.5"), (120, "120.0"), (0.012, "0.012"),
    ])
    func `string writes floats as Java does`(_ number: Double, _ expected: String) {
        #expect(call(.string, .float(number)) == "string \(expected)")
    }

    /// The smallest numbers, by how many times the least one they are.
    @Test(arguments: [
        (1.0, "4.9E-324"), (2, "9.9E-324"), (3, "1.5E-323"), (4, "2.0E-323"), (10, "4.9E-323"),
        (20, "9.9E-323"),
    ])
    func `string gives the smallest numbers two digits`(_ count: Double, _ expected: String) {
        #expect(call(.string, .float(count * .leastNonzeroMagnitude)) == "string \(expected)")
    }

    @Test func `string takes what has a text`() {
        #expect(call(.string, .bool(true)) == "string true")
        #expect(call(.string, .null) == "string null")
        #expect(call(.string, path("a", "b c")) == "string /a/b c")
        #expect(call(.string, .path(RulePath([.variable("x"), .literal("b")]))) == "string //b")
    }

    @Test func `vectors are lists of floats`() {
        #expect(call(.vector, list(.float(1), .float(-0.5))) == "vector [1.0, -0.5]")
        #expect(
            call(.vector, list(.int(1)))
                == "Type conversion error. Argument: [values {\n  int_value: 1\n}\n], From type: [list], To type: [vector]."
        )
    }
}
