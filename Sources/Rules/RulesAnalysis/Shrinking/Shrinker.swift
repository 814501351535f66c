/// Makes a scenario as small and plain as it can be while it still shows what it was found for.
enum Shrinker {
    /// How many scenarios one run may decide.
    private static let limit = 4000

    /// The smallest scenario that steps from this one lead to.
    ///
    /// - Parameters:
    ///   - limit: How many scenarios to decide at most.
    ///   - holds: Whether a scenario still shows it.
    static func smallest(
        _ scenario: Scenario, limit: Int = limit, where holds: (Scenario) -> Bool
    ) -> Scenario {
        var best = scenario
        var remaining = limit
        while let smaller = step(from: best, &remaining, holds) { best = smaller }
        return best
    }

    /// A smaller scenario that still holds.
    private static func step(
        from scenario: Scenario, _ remaining: inout Int, _ holds: (Scenario) -> Bool
    ) -> Scenario? {
        for candidate in SmallerScenarios.all(of: scenario) {
            guard remaining > 0 else { return nil }
            remaining -= 1
            if holds(candidate) { return candidate }
        }
        return nil
    }
}
