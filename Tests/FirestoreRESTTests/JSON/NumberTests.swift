import FirestoreRPC
import TestSupport
import Testing

@testable import FirestoreREST

struct NumberTests {
    /// Google's emulator takes these in an `integerValue`.
    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("42", 42), ("-7", -7), ("+5", 5), ("007", 7), ("5.0", 5), ("5.", 5),
            ("+5.0", 5),
            ("-0.0", 0), ("1e2", 100), ("1E2", 100), ("1e+2", 100), ("100e-2", 1), ("-1.5e1", -15),
            ("0e999", 0),
            ("0e99999", 0), ("0.0e-99999999999999999999", 0), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775807.000", .max),
            ("9.223372036854775807e18", .max),
            ("92233720368547758070e-1", .max), ("1e18", 1_000_000_000_000_000_000), ("0.001e3", 1),
        ] as [(String, Int64)])
    func `a whole number is read in any spelling`(text: String, expected: Int64) {
        #expect(Int64(jsonDigits: text) == expected)
    }

    @Test(arguments: [
        "", " 5", "5 ", "-", "+", "-+5", "--5", "0.5", ".5", ".", "e5", "1e", "1e+", "1.5", "100e-3", "1e-1",
        "1e-99999", "1e19", "1e99999999999999999999", "9223372036854775808", "-9223372036854775809",
        "9223372036854775807.5", "NaN", "Infinity", "true", "0x10", "5d", "5L", "1_000", "1.2.3", "1e2e3",
        "1e2.0", "٣",
        "123456789012345678901234567890",
    ])
    func `what is not whole or not in range is refused`(text: String) {
        #expect(Int64(jsonDigits: text) == nil)
    }

    @Test(
        arguments: [
            ("1", 1), ("1.5", 1.5), (".5", 0.5), ("5.", 5), ("+5", 5), ("1e5", 1e5), ("-0", 0), ("1e-400", 0),
            ("4.9E-324", .leastNonzeroMagnitude), ("2e-324", 0),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("123456789012345678901234567890", 1.2345678901234568e29), ("0.1", 0.1),
        ] as [(String, Double)])
    func `a double is read in any decimal spelling`(text: String, expected: Double) {
        #expect(Double(jsonDigits: text) == expected)
    }

    @Test(arguments: [
        "", " 1", "1 ", "\t1\n", "nan", "NaN", "inf", "infinity", "Infinity", "-inf", "0x1p3", "1d", "1f",
        "1e400",
        "-1e400", "1,5", "1e", ".", "-", "true",
    ])
    func `what is no decimal number is refused`(text: String) {
        #expect(Double(jsonDigits: text) == nil)
    }

    @Test func `zero keeps its sign`() {
        #expect(Double(jsonDigits: "-0")?.sign == .minus)
        #expect(Double(jsonDigits: "-0.0")?.javaText == "-0.0")
    }

    /// Bit patterns and the texts of Java's `Double.toString`.
    @Test(
        arguments: [
            (0x0, "0.0"), (0x8000_0000_0000_0000, "-0.0"), (0x3FF0_0000_0000_0000, "1.0"),
            (0xBFF0_0000_0000_0000, "-1.0"), (0x3FB9_9999_9999_999A, "0.1"), (0x3F50_624D_D2F1_A9FC, "0.001"),
            (0x3F52_05BC_01A3_6E2F, "0.0011"), (0x3F50_61E2_7327_3F09, "9.999E-4"),
            (0x3F1A_36E2_EB1C_432D, "1.0E-4"),
            (0x40FE_240C_9FBE_76C9, "123456.789"), (0x4163_12CF_E000_0000, "9999999.0"),
            (0x4163_12CF_F000_0000, "9999999.5"), (0x4163_12D0_0000_0000, "1.0E7"),
            (0x4167_8C29_DCCC_CCCD, "1.23456789E7"), (0x419D_6F34_5400_0000, "1.23456789E8"),
            (0x444B_1AE4_D6E2_EF50, "1.0E21"), (0x4480_F0CF_064D_D592, "1.0E22"),
            (0x7E41_EB2D_6600_5835, "1.5E300"),
            (0x10_0000_0000_0000, "2.2250738585072014E-308"),
            (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157E308"),
            (0x4009_21FB_5444_2D18, "3.141592653589793"), (0x3FD5_5555_5555_5555, "0.3333333333333333"),
            (0x4340_0000_0000_0000, "9.007199254740992E15"), (0xC3E0_0000_0000_0000, "-9.223372036854776E18"),
            (0x3F60_624D_D2F1_A9FC, "0.002"), (0x4059_0000_0000_0000, "100.0"),
            (0x4093_4A00_0000_0000, "1234.5"),
            (0x7FF0_0000_0000_0000, "Infinity"), (0xFFF0_0000_0000_0000, "-Infinity"),
            (0x7FF8_0000_0000_0000, "NaN"),
        ] as [(UInt64, String)])
    func `a double is written as Java writes it`(bits: UInt64, text: String) {
        #expect(Double(bitPattern: bits).javaText == text)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `a random double comes back from its text`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let number = Double(bitPattern: generator.next())
            if number.isFinite { #expect(Double(jsonDigits: number.javaText) == number) }
        }
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `a random integer comes back from every spelling`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let number = generator.randomInteger()
            #expect(Int64(jsonDigits: "\(number).00") == number)
            #expect(Int64(jsonDigits: "\(number)000e-3") == number)
        }
    }
}
