/// Scalars in classes: scalars of one class are in the same sets of a program, so a machine can treat them alike.
struct ScalarAlphabet: Sendable {
    /// The number of classes.
    let count: Int
    private let classOfASCII: [UInt16]
    /// Where segments of one class begin, and their classes.
    private let starts: [UInt32]
    private let classes: [UInt16]
    /// The classes of each set.
    private let members: [Bool]

    static let empty = ScalarAlphabet(
        count: 1, classOfASCII: Array(repeating: 0, count: 128), starts: [0], classes: [0], members: [])

    /// The maximum number of cached answers.
    private static let mostMembers = 1 << 20

    /// The class of a scalar.
    func index(_ scalar: UInt32) -> Int {
        if scalar < 128 { return Int(classOfASCII[Int(scalar)]) }
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= scalar { low = middle } else { high = middle }
        }
        return Int(classes[low])
    }

    /// Whether a set holds the scalars of a class.
    func contains(_ set: Int32, _ index: Int) -> Bool { members[Int(set) * count + index] }
}

extension ScalarAlphabet {
    init(_ sets: [ScalarSet]) throws(PatternError) {
        // While scanning all scalars in order, the sum of their hashes identifies the sets that contain the current one.
        var changes: [UInt32: UInt64] = [0: 0]
        for (number, set) in sets.enumerated() {
            var hasher = Hasher()
            hasher.combine(number)
            let hash = UInt64(truncatingIfNeeded: hasher.finalize())
            for range in set.ranges {
                changes[range.lowerBound, default: 0] &+= hash
                changes[range.upperBound + 1, default: 0] &-= hash
            }
        }
        var starts: [UInt32] = []
        var classes: [UInt16] = []
        var known: [UInt64: UInt16] = [:]
        var representatives: [UInt32] = []
        var sum: UInt64 = 0
        for start in changes.keys.sorted() where start <= ScalarSet.greatest {
            sum &+= changes[start] ?? 0
            if known[sum] == nil {
                guard representatives.count < Int(UInt16.max) else { throw .tooLarge }
                known[sum] = UInt16(representatives.count)
                representatives.append(start)
            }
            starts.append(start)
            classes.append(known[sum] ?? 0)
        }
        let count = representatives.count
        guard sets.count * count <= ScalarAlphabet.mostMembers else { throw .tooLarge }
        let members = sets.flatMap { set in representatives.map { set.contains($0) } }
        var segment = 0
        let ascii = (0..<128 as Range<UInt32>).map { scalar in
            if segment + 1 < starts.count, starts[segment + 1] == scalar { segment += 1 }
            return classes[segment]
        }
        self.init(count: count, classOfASCII: ascii, starts: starts, classes: classes, members: members)
    }
}
