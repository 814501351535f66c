extension Shrinker {
    /// The smallest scenario that steps from this one lead to.
    static func smallest(
        _ scenario: Scenario, limit: Int? = nil, where holds: (Scenario) -> Bool
    ) -> Scenario {
        smallest(scenario, limit: limit, among: SmallerScenarios.all(of:), where: holds)
    }
}
