/// One of the two that a search compares: the old rules or a claim, and the new rules.
package enum SearchSide: Int, Sendable, CaseIterable {
    case old, new

    package var other: SearchSide { self == .old ? .new : .old }
}
