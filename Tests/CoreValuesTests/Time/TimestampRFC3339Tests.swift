import CoreValues
import FoundationEssentials
import TestSupport
import Testing

struct TimestampRFC3339Tests {
    /// Text, seconds since the epoch, nanoseconds, the text that comes out again. From Python's datetime.
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0, "0001-01-01T00:00:00Z"),
            ("0004-02-29T12:00:00Z", -62_035_848_000, 0, "0004-02-29T12:00:00Z"),
            ("0999-12-31T23:59:59Z", -30_610_224_001, 0, "0999-12-31T23:59:59Z"),
            ("1600-02-29T00:00:00Z", -11_670_998_400, 0, "1600-02-29T00:00:00Z"),
            ("1900-03-01T00:00:00Z", -2_203_891_200, 0, "1900-03-01T00:00:00Z"),
            ("1969-12-31T23:59:59.5Z", -1, 500_000_000, "1969-12-31T23:59:59.500Z"),
            ("2000-02-29T23:59:59Z", 951_868_799, 0, "2000-02-29T23:59:59Z"),
            ("2026-01-02T03:04:05.123456Z", 1_767_323_045, 123_456_000, "2026-01-02T03:04:05.123456Z"),
            ("2026-01-02T03:04:05.1Z", 1_767_323_045, 100_000_000, "2026-01-02T03:04:05.100Z"),
            ("2026-01-02T03:04:05.000001Z", 1_767_323_045, 1000, "2026-01-02T03:04:05.000001Z"),
            ("2026-01-02T03:04:05.123456789Z", 1_767_323_045, 123_456_789, "2026-01-02T03:04:05.123456789Z"),
            (
                "2026-01-02T03:04:05.12345678999Z", 1_767_323_045, 123_456_789,
                "2026-01-02T03:04:05.123456789Z"
            ),
            ("2026-01-02T03:04:05.000000000Z", 1_767_323_045, 0, "2026-01-02T03:04:05Z"),
            ("2026-01-02T03:04:05+02:00", 1_767_315_845, 0, "2026-01-02T01:04:05Z"),
            ("2026-01-02T03:04:05-00:00", 1_767_323_045, 0, "2026-01-02T03:04:05Z"),
            ("2026-01-02T03:04:05-23:59", 1_767_409_385, 0, "2026-01-03T03:03:05Z"),
            ("2026-12-31T23:59:60Z", 1_798_761_600, 0, "2027-01-01T00:00:00Z"),
            (
                "9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999,
                "9999-12-31T23:59:59.999999999Z"
            ),
            ("0000-12-31T23:59:59-01:00", -62_135_593_201, 0, "0001-01-01T00:59:59Z"),
        ] as [(String, Int64, Int32, String)])
    func `a time is read, and written in UTC`(_ row: (String, Int64, Int32, String)) {
        let time = Timestamp(rfc3339: row.0)
        #expect(time == Timestamp(seconds: row.1, nanoseconds: row.2))
        #expect(time?.description == row.3)
    }

    @Test(arguments: [
        "", "2026", "2026-01-02", "2026-01-02T03:04Z", "2026-01-02T03:04:05", "2026-01-02 03:04:05Z",
        "2026-01-02t03:04:05z", "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05,5Z", "2026-01-02T03:04:05Z ",
        " 2026-01-02T03:04:05Z", "2026-1-2T03:04:05Z", "26-01-02T03:04:05Z", "+2026-01-02T03:04:05Z",
        "-0001-01-02T03:04:05Z", "10000-01-01T00:00:00Z", "2026-00-02T03:04:05Z", "2026-13-02T03:04:05Z",
        "2026-01-00T03:04:05Z", "2026-01-32T03:04:05Z", "2026-02-29T03:04:05Z", "1900-02-29T03:04:05Z",
        "2026-04-31T03:04:05Z", "2026-01-02T24:00:00Z", "2026-01-02T03:60:05Z", "2026-01-02T03:04:61Z",
        "2026-01-02T03:04:05+0200", "2026-01-02T03:04:05+02", "2026-01-02T03:04:05+24:00",
        "2026-01-02T03:04:05+02:60", "2026-01-02T03:04:05ZZ",
        "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:60Z",
        "9999-12-31T23:59:59-01:00", "٢٠٢٦-01-02T03:04:05Z",
    ])
    func `another form, or a time out of range, is refused`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `a random time comes back from its text`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let time = generator.randomTimestamp()
            #expect(Timestamp(rfc3339: time.description) == time)
        }
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `the calendar is that of Foundation`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            // From 1600 on: before, Foundation may switch to the Julian calendar.
            let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &generator)
            let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            #expect(Timestamp(seconds: seconds, nanoseconds: 0).description == expected)
        }
    }

    @Test(arguments: [Int64.min, .max]) func `even a time out of range has a text`(seconds: Int64) {
        let time = Timestamp(seconds: seconds, nanoseconds: 5)
        #expect(time.description == "\(seconds) seconds and 5 nanoseconds after 1970")
    }
}
