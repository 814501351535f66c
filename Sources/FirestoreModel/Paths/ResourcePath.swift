/// What collection and document paths have in common: ids below a database, joined by slashes.
package protocol ResourcePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    var segments: [ResourceID] { get }
}

extension ResourcePath {
    package var description: String { segments.map(\.string).joined(separator: "/") }

    package static func < (left: Self, right: Self) -> Bool {
        compareSegments(left.segments[...], right.segments[...]) == .less
    }
}

/// Compares segment by segment, a prefix before what it begins.
package func compareSegments(_ left: ArraySlice<ResourceID>, _ right: ArraySlice<ResourceID>)
    -> ComparisonOrder
{
    for (a, b) in zip(left, right) {
        let order = a.compare(to: b)
        if order != .equal { return order }
    }
    return ComparisonOrder(left.count, right.count)
}
