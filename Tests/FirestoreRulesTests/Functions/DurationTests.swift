import Testing

@testable import FirestoreRules

@Suite("Durations")
struct DurationTests {
    private static let invalid =
        "Duration is not valid. Seconds must be in range [-315,576,000,000, +315,576,000,000]. "
        + "Nanos must be in range [-999,999,999, +999,999,999]. Nanos must have the same sign as seconds."

    @Test(
        arguments: [
            (1, "w", "duration 604800 s 0 ns"), (-1500, "ms", "duration -1 s -500000000 ns"),
            (-1, "ns", "duration 0 s -1 ns"), (.max, "ns", "duration 9223372036 s 854775807 ns"),
            (3_652_500, "d", "duration 315576000000 s 0 ns"), (3_652_501, "d", invalid), (.max, "w", invalid),
            (9_223_372_036_854, "ms", "duration 9223372036 s 854000000 ns"),
            (9_223_372_036_855, "ms", invalid),
            (1, "us", "Invalid regular expression pattern. Pattern: us."),
        ] as [(Int64, String, String)])
    func `an amount and a unit make a duration`(_ amount: Int64, _ unit: String, _ expected: String) {
        #expect(call(.durationValue, .int(amount), .string(unit)) == expected)
    }

    private static let badTime =
        "Timestamp is not valid. Seconds must be in range [-62,135,596,800, +253,402,300,799]. "
        + "Nanos must be in range [0, +999,999,999]."

    @Test(arguments: [
        ([-1, 2, 3, 4] as [Int64], "duration -3476 s -999999996 ns"),
        ([0, 0, 1, -1], "duration 0 s 999999999 ns"),
        ([0, 0, 0, .max], "duration 9223372036 s 854775807 ns"),
        ([-1, 0, 315_576_000_000, 0], "duration 315575996400 s 0 ns"),
        ([87_660_001, -60, 0, 0], badTime), ([.max, 0, 0, 0], badTime),
    ])
    func `hours, minutes, seconds and nanoseconds make a duration`(_ parts: [Int64], _ expected: String) {
        let outcome = call(.durationTime, .int(parts[0]), .int(parts[1]), .int(parts[2]), .int(parts[3]))
        #expect(outcome == expected)
    }

    @Test func `a duration has seconds and nanoseconds of one sign`() {
        #expect(call(.seconds(-1, -500_000_000), .seconds) == "int -1")
        #expect(call(.seconds(-1, -500_000_000), .nanos) == "int -500000000")
        #expect(call(.durationAbs, .seconds(-1, -500_000_000)) == "duration 1 s 500000000 ns")
        #expect(call(.durationAbs, .seconds(0, 1)) == "duration 0 s 1 ns")
    }
}
