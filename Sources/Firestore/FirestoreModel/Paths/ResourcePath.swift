/// The common part of collection and document paths: ids below a database, joined by slashes.
package protocol ResourcePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    var segments: [ResourceID] { get }
}

extension ResourcePath {
    package var description: String { segments.map(\.string).joined(separator: "/") }

    package static func < (left: Self, right: Self) -> Bool {
        compareSegments(left.segments, right.segments) == .less
    }
}

/// Compares segment by segment; a prefix comes first.
private func compareSegments(_ left: [ResourceID], _ right: [ResourceID]) -> ComparisonOrder {
    for index in 0..<min(left.count, right.count) {
        // Testing for equality is faster than comparing, and most are equal.
        if left[index] == right[index] { continue }
        let order = left[index].compare(to: right[index])
        if order != .equal { return order }
    }
    return ComparisonOrder(left.count, right.count)
}
