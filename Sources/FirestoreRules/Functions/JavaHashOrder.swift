extension [String] {
    /// Paths of fields in the order in which Google's emulator shows rules those of a mask: that of a Java `HashSet`, and
    /// fields inside of maps last.
    var inJavaHashOrder: [String] {
        var buckets = 16
        while count * 4 > buckets * 3 { buckets *= 2 }
        return enumerated().sorted { left, right in
            let (a, b) = (left.element, right.element)
            let nested = (a.contains(".") ? 1 : 0, b.contains(".") ? 1 : 0)
            return (nested.0, a.javaBucket(of: buckets), left.offset)
                < (nested.1, b.javaBucket(of: buckets), right.offset)
        }.map(\.element)
    }
}

extension String {
    fileprivate func javaBucket(of count: Int) -> Int {
        let hash = utf16.reduce(UInt32(0)) { 31 &* $0 &+ UInt32($1) }
        return Int((hash ^ (hash >> 16)) & UInt32(count - 1))
    }
}
