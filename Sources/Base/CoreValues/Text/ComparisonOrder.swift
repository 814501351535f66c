/// The order of a left value relative to a right one.
package enum ComparisonOrder: Sendable {
    case less, equal, greater

    /// Compares two comparable values.
    package init<T: Comparable>(_ left: T, _ right: T) {
        self = left < right ? .less : (left == right ? .equal : .greater)
    }

    /// Compares two runs of unsigned bytes; a prefix comes first.
    package init(bytes left: some Collection<UInt8>, _ right: some Collection<UInt8>) {
        var (mine, theirs) = (left.makeIterator(), right.makeIterator())
        while true {
            switch (mine.next(), theirs.next()) {
            case (nil, nil): self = .equal
            case (nil, _): self = .less
            case (_, nil): self = .greater
            case (let a?, let b?):
                if a == b { continue }
                self = a < b ? .less : .greater
            }
            return
        }
    }

    /// The order seen from the other side.
    package var reversed: ComparisonOrder {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }

    /// This order, or the next one if this one finds both sides equal.
    package func then(_ next: @autoclosure () -> ComparisonOrder) -> ComparisonOrder {
        self == .equal ? next() : self
    }
}
