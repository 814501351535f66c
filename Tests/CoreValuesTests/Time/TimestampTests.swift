import CoreValues
import TestSupport
import Testing

struct TimestampTests {
    @Test(
        arguments: [
            (0, 0, 0, 0), (1, 999_999_999, 1, 999_999_999), (0, 1_000_000_000, 1, 0),
            (0, -1, -1, 999_999_999),
            (0, -1_000_000_000, -1, 0), (5, -1_500_000_000, 3, 500_000_000),
            (0, Int32.max, 2, 147_483_647), (0, Int32.min, -3, 852_516_352),
        ] as [(Int64, Int32, Int64, Int32)])
    func `nanoseconds are carried into the seconds`(_ row: (Int64, Int32, Int64, Int32)) {
        let time = Timestamp(seconds: row.0, nanoseconds: row.1)
        #expect(time.seconds == row.2)
        #expect(time.nanoseconds == row.3)
    }

    @Test(arguments: [0, 1, -1, 999_999, 1_000_000, -999_999, -1_000_000, -1_000_001, .max, .min] as [Int64])
    func `microseconds go in and out`(microseconds: Int64) {
        let time = Timestamp(microseconds: microseconds)
        #expect((0..<1_000_000_000).contains(time.nanoseconds))
        let back = time.seconds.multipliedReportingOverflow(by: 1_000_000)
        if !back.overflow { #expect(time.microseconds == microseconds) }
    }

    @Test func `what is finer is cut off towards the past`() {
        let time = Timestamp(seconds: -1, nanoseconds: 999_999_999)
        #expect(time.truncatedToMicroseconds == Timestamp(seconds: -1, nanoseconds: 999_999_000))
        #expect(time.truncatedToMilliseconds == Timestamp(seconds: -1, nanoseconds: 999_000_000))
        #expect(time.microseconds == -1)
    }

    @Test func `times sort by seconds, then by nanoseconds`() {
        let times = [(-2, 5), (-1, 0), (-1, 999_999_999), (0, 0), (0, 1), (1, 0)].map {
            Timestamp(seconds: $0.0, nanoseconds: $0.1)
        }
        #expect(times.shuffled().sorted() == times)
    }
}
