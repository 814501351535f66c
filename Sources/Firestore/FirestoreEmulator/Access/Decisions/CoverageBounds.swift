/// How many decisions are kept for coverage until somebody asks.
package struct CoverageBounds: Sendable {
    /// The maximum effort of counting them, in operations of ordinary rules: 10,000 take some tenths of a second.
    package var effort: Int
    /// The maximum memory that they keep alive, in bytes.
    package var size: Int
    /// The effort of counting in the background until somebody asks.
    package var backgroundEffort: Int

    package init(effort: Int = 10_000, size: Int = 8 << 20, backgroundEffort: Int = 10_000) {
        self.effort = effort
        self.size = size
        self.backgroundEffort = backgroundEffort
    }

    /// For tests: many decisions, and nothing in the background.
    package static let ofTests = CoverageBounds(effort: 100_000, size: 64 << 20, backgroundEffort: 0)
}
