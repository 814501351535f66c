/// A set: each value once, compared by numeric value, in the order of its first occurrence.
package struct RuleSet: Sendable {
    package private(set) var elements: [RuleValue]

    package init(_ elements: some Sequence<RuleValue>) {
        self.elements = Array(elements)
    }
}
