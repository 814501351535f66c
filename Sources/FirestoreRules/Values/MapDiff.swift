/// What `map.diff(map)` gives: both maps, compared when asked.
package final class MapDiff: Sendable {
    /// The map whose `diff` was called: what it alone has was added.
    package let new: RuleMap
    package let old: RuleMap

    package init(new: RuleMap, old: RuleMap) {
        self.new = new
        self.old = old
    }
}
