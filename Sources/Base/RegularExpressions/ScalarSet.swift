/// A set of Unicode scalars, as ranges in order.
package struct ScalarSet: Hashable, Sendable {
    /// Without overlaps, and never adjacent.
    package private(set) var ranges: [ClosedRange<UInt32>]

    package static let greatest: UInt32 = 0x10FFFF
    static let none = ScalarSet([])
    static let all = ScalarSet([0...greatest])
    static let allButLineFeed = ScalarSet(scalars: ["\n"]).inverted

    init(_ ranges: [ClosedRange<UInt32>]) {
        self.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
                self.ranges[self.ranges.count - 1] =
                    last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    init(scalars: [Unicode.Scalar]) {
        self.init(scalars.map { $0.value...$0.value })
    }

    /// All scalars that are not in the set.
    var inverted: ScalarSet {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= ScalarSet.greatest { gaps.append(next...ScalarSet.greatest) }
        return ScalarSet(gaps)
    }

    func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

    func contains(_ scalar: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= scalar
    }
}
