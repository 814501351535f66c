import FirestoreClient
import Foundation
import Testing

@Suite struct TimestampDateTests {
    @Test(arguments: [
        (0, 0), (1_790_000_000, 123_456_000), (1_790_000_000, 999_999_000), (-1, 1000), (-62_135_596_800, 0),
        (253_402_300_799, 0), (978_307_200, 1000), (4_000_000_000, 654_321_000),
    ])
    func `microseconds survive the way through a date`(_ seconds: Int64, _ nanoseconds: Int32) {
        let time = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
        #expect(Timestamp(date: time.dateValue()) == time)
    }

    @Test func `a date between microseconds becomes the nearest one`() {
        #expect(
            Timestamp(date: Date(timeIntervalSince1970: 0.0000004)) == Timestamp(seconds: 0, nanoseconds: 0))
        #expect(
            Timestamp(date: Date(timeIntervalSince1970: 0.9999999)) == Timestamp(seconds: 1, nanoseconds: 0))
        #expect(
            Timestamp(date: Date(timeIntervalSince1970: -0.25))
                == Timestamp(seconds: -1, nanoseconds: 750_000_000))
    }

    @Test func `dates beyond all timestamps become the nearest one`() {
        let first = Timestamp(seconds: -62_135_596_800, nanoseconds: 0)
        let last = Timestamp(seconds: 253_402_300_799, nanoseconds: 999_999_000)
        for interval in [-Double.infinity, -1e300, -62_135_596_801, Double.nan] {
            #expect(Timestamp(date: Date(timeIntervalSince1970: interval)) == first, "\(interval)")
        }
        for interval in [Double.infinity, 1e300, 253_402_300_800] {
            #expect(Timestamp(date: Date(timeIntervalSince1970: interval)) == last, "\(interval)")
        }
    }

    @Test func `a timestamp without arguments is now`() {
        let before = Timestamp(date: Date())
        let now = Timestamp()
        #expect(before <= now && now <= Timestamp(date: Date()))
    }
}
