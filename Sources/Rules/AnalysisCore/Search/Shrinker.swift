/// Makes a scenario as small and plain as it can be while it still shows what it was found for.
package enum Shrinker {
    /// How many scenarios one run may decide.
    private static let limit = 4000

    /// The smallest scenario that steps from this one lead to.
    ///
    /// - Parameters:
    ///   - limit: How many scenarios to decide at most.
    ///   - smaller: The scenarios that are one step smaller or plainer than another one.
    ///   - holds: Whether a scenario still shows it.
    package static func smallest<Scenario>(
        _ scenario: Scenario, limit: Int? = nil, among smaller: (Scenario) -> [Scenario],
        where holds: (Scenario) -> Bool
    ) -> Scenario {
        var best = scenario
        var remaining = limit ?? Shrinker.limit
        while let next = step(from: best, &remaining, smaller, holds) { best = next }
        return best
    }

    /// A smaller scenario that still holds.
    private static func step<Scenario>(
        from scenario: Scenario, _ remaining: inout Int, _ smaller: (Scenario) -> [Scenario],
        _ holds: (Scenario) -> Bool
    ) -> Scenario? {
        for candidate in smaller(scenario) {
            guard remaining > 0 else { return nil }
            remaining -= 1
            if holds(candidate) { return candidate }
        }
        return nil
    }
}
