import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("Ordered bytes")
struct OrderedBytesTests {
    private func bytes(_ values: Value..., isDescending: Bool = false) -> OrderedBytes {
        var bytes = OrderedBytes()
        for value in values { bytes.append(value, isDescending: isDescending) }
        return bytes
    }

    /// Values next to each other in the places where an order is easily lost.
    private static let edges: [Value] = [
        .null, false, true, .double(.nan), .double(-.infinity), .integer(.min), .double(-0x1p63),
        .integer(.min + 1),
        .double(-1.5), .integer(-1), .double(-0.0), .double(0), .integer(0), .double(.leastNonzeroMagnitude),
        .integer(1), .double(1),
        .integer(9_007_199_254_740_991), .integer(9_007_199_254_740_992), .double(9_007_199_254_740_992),
        .integer(9_007_199_254_740_993), .double(9_007_199_254_740_994), .integer(.max - 1), .integer(.max),
        .double(0x1p63), .double(.infinity), .timestamp(Timestamp(seconds: -1, nanoseconds: 999_999_000)),
        .timestamp(.zero), .timestamp(Timestamp(seconds: 0, nanoseconds: 1000)), "", "\u{0}", "\u{0}\u{0}",
        "\u{0}a", "a",
        "a\u{0}", "ab", "\u{FFEE}", "\u{1F600}", .bytes([]), .bytes([0]), .bytes([0, 255]), .bytes([1]),
        .bytes([255]),
        .geoPoint(GeoPoint(latitude: -1, longitude: 2)), .geoPoint(GeoPoint(latitude: 0, longitude: -0.0)),
        [], [.null],
        [1], [1, "a"], [2], .map([:]), .map(["a": 1]), .map(["a": 1, "b": 0]), .map(["a": 2]), .map(["b": 0]),
    ]

    @Test func `bytes compare as values do, at the edges`() {
        for left in Self.edges {
            for right in Self.edges {
                let expected = left.compare(to: right)
                #expect(ComparisonOrder(bytes(left), bytes(right)) == expected, "\(left) and \(right)")
                let descending = ComparisonOrder(
                    bytes(left, isDescending: true), bytes(right, isDescending: true))
                #expect(descending == expected.reversed, "\(left) and \(right), descending")
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `bytes compare as values do, for random values`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let (left, right) = (generator.randomValue(depth: 3), generator.randomValue(depth: 3))
            let expected = left.compare(to: right)
            #expect(
                ComparisonOrder(bytes(left), bytes(right)) == expected, "\(left) and \(right), seed \(seed)")
            // Also when something follows: a value tells its own end.
            #expect(
                ComparisonOrder(bytes(left, 1), bytes(right, 0)) == (expected == .equal ? .greater : expected)
            )
        }
    }

    @Test func `ids compare as ids do`() {
        let ids = ["__id-5__", "__id7__", "__id10__", "__", "a", "a\u{0}", "b", "é"].map { ResourceID($0) }
        for left in ids {
            for right in ids {
                var (mine, theirs) = (OrderedBytes(), OrderedBytes())
                mine.append(left)
                theirs.append(right)
                #expect(ComparisonOrder(mine, theirs) == left.compare(to: right), "\(left) and \(right)")
            }
        }
    }

    @Test func `the end of a prefix lies after all that begin with it`() {
        let prefix = bytes("a")
        var longer = prefix
        longer.append(raw: [255, 255, 255])
        let end = prefix.afterAllWithThisPrefix
        #expect(end.map { longer < $0 } == true)
        #expect(end.map { $0 <= bytes("a\u{0}") } == true)
        #expect(OrderedBytes().afterAllWithThisPrefix == nil)
    }
}
