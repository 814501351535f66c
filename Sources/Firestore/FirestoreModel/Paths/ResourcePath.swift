/// What collection and document paths have in common: ids below a database, joined by slashes.
package protocol ResourcePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    var segments: [ResourceID] { get }
}

extension ResourcePath {
    package var description: String { segments.map(\.string).joined(separator: "/") }

    package static func < (left: Self, right: Self) -> Bool {
        compareSegments(left.segments, right.segments) == .less
    }
}

/// Compares segment by segment, a prefix before what it begins.
private func compareSegments(_ left: [ResourceID], _ right: [ResourceID]) -> ComparisonOrder {
    for index in 0..<min(left.count, right.count) {
        // That two are the same is told faster than which one comes first, and is so for most.
        if left[index] == right[index] { continue }
        let order = left[index].compare(to: right[index])
        if order != .equal { return order }
    }
    return ComparisonOrder(left.count, right.count)
}
