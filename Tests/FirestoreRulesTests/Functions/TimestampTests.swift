import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("Timestamps")
struct TimestampTests {
    @Test(arguments: [
        (RuleValue.time(1_735_689_599, 123_456_789), "2024 12 31 2 366 23 59 59 123456789 1735689599123"),
        (.time(-1, 998_999_999), "1969 12 31 3 365 23 59 59 998999999 -2"),
        (.time(-62_135_596_800), "1 1 1 1 1 0 0 0 0 -62135596800000"),
        (.time(253_402_300_799, 999_999_999), "9999 12 31 5 365 23 59 59 999999999 253402300799999"),
        (.time(951_782_400), "2000 2 29 2 60 0 0 0 0 951782400000"),
    ])
    func `a time has parts in UTC`(_ time: RuleValue, _ expected: String) {
        let parts: [BuiltInMethod] = [
            .year, .month, .day, .dayOfWeek, .dayOfYear, .hours, .minutes, .seconds, .nanos, .toMillis,
        ]
        #expect(parts.map { call(time, $0).dropFirst(4) }.joined(separator: " ") == expected)
    }

    @Test func `a time is a date and a duration`() {
        #expect(call(.time(-1, 999_000_000), .date) == "timestamp 1969-12-31T00:00:00Z")
        #expect(call(.time(-1, 999_000_000), .time) == "duration 86399 s 999000000 ns")
    }

    private static let invalid =
        "Timestamp is not valid. Seconds must be in range [-62,135,596,800, +253,402,300,799]. "
        + "Nanos must be in range [0, +999,999,999]."

    @Test(
        arguments: [
            (-1, "timestamp 1969-12-31T23:59:59.999Z"),
            (253_402_300_799_999, "timestamp 9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, invalid), (-62_135_596_800_001, invalid), (.max, invalid), (.min, invalid),
        ] as [(Int64, String)])
    func `milliseconds make a time`(_ milliseconds: Int64, _ expected: String) {
        #expect(call(.timestampValue, .int(milliseconds)) == expected)
    }

    @Test(
        arguments: [
            (2020, 2, 29, "timestamp 2020-02-29T00:00:00Z"),
            (2021, 2, 29, "Date is not valid. year: 2021, month: 2 day: 29."),
            (2021, 0, 1, "Date is not valid. year: 2021, month: 0 day: 1."),
            (2021, 4_294_967_297, 1, "Date is not valid. year: 2021, month: 4294967297 day: 1."),
            (0, 13, 1, "Timestamp should be between 0001-01-01T00.00.00Z and 9999-12-31T23.59.59Z. year: 0."),
            (
                .max, 1, 1,
                "Timestamp should be between 0001-01-01T00.00.00Z and 9999-12-31T23.59.59Z. year: 9223372036854775807."
            ),
        ] as [(Int64, Int64, Int64, String)])
    func `numbers make a date`(_ year: Int64, _ month: Int64, _ day: Int64, _ expected: String) {
        #expect(call(.timestampDate, .int(year), .int(month), .int(day)) == expected)
    }

    @Test(arguments: [
        ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"),
        ("2020-01-01T00:00:00.5-00:00", "2020-01-01T00:00:00.500Z"),
        ("2020-01-01T00:00:00.1234567891Z", "2020-01-01T00:00:00.123456789Z"),
        ("2020-01-01T00:00:00+01:30", "2019-12-31T22:30:00Z"),
        ("2020-01-01T00:00:00+-1:-2", "2020-01-01T01:02:00Z"),
        ("2020-13-32T24:60:60Z", "2021-02-02T01:01:00Z"), ("2020-00-00T00:00:00Z", "2019-11-30T00:00:00Z"),
        (" 2020- 1- 1T 0: 0: 0abcZ", "2020-01-01T00:00:00Z"),
        ("２０２０-1--1T0:0:99999Z", "2019-12-31T03:46:39Z"),
        ("1500-02-29T00:00:00Z", "1500-03-01T00:00:00Z"), ("20-01-01T00:00:00Z", "0020-01-01T00:00:00Z"),
    ])
    func `texts make a time, generously read`(_ text: String, _ expected: String) {
        #expect(call(.timestampValue, .string(text)) == "timestamp \(expected)")
    }

    @Test(arguments: [
        "", "2020-01-01", "2020-01-01T00:00Z", "2020-01-01T00:00:00", "2020-01-01t00:00:00z",
        "2020-01-01 00:00:00Z",
        "2020-01-01T00:00:00+0100", "2020-01-01T00:00:00+:", "2020-01-01T00:00:00.12x4Z",
        "2020-01-01T00:00:00Zx",
        "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00",
        "9999999999-01-01T00:00:00Z", "2020-01-01T00:00:00+99999999999999:0",
    ])
    func `other texts make none`(_ text: String) {
        #expect(call(.timestampValue, .string(text)) == Self.invalid)
    }
}
