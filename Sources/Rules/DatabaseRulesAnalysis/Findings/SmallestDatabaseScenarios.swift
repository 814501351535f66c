import AnalysisCore
import RealtimeDatabaseRules

/// The smallest scenario for each of several things that scenarios show.
struct SmallestDatabaseScenarios<Key: Hashable & Sendable>: Sendable {
    /// So many scenarios that show the same are made smaller.
    private static var attempts: Int { 4 }

    private struct Kept {
        var scenario: DatabaseScenario
        var cost: Int
        var attempts = 1
    }

    private let smaller: SmallerDatabaseScenarios
    private var kept: [Key: Kept] = [:]
    /// The number of requests after which something was shown for the first time.
    private(set) var latest: Int?

    /// - Parameter rules: Those whose names stay as they are.
    init(_ rules: [DatabaseRuleset]) {
        smaller = SmallerDatabaseScenarios(named: Set(DatabaseVocabulary(rules).keys))
    }

    /// In no particular order.
    var all: [(key: Key, scenario: DatabaseScenario)] { kept.map { ($0.key, $0.value.scenario) } }

    /// Makes a scenario smaller, and keeps it if it is the smallest that shows something.
    ///
    /// - Parameter shows: Whether a smaller one still shows it.
    mutating func add(
        _ scenario: DatabaseScenario, for key: Key, at requests: Int, where shows: (DatabaseScenario) -> Bool
    ) {
        if let known = kept[key], known.attempts >= Self.attempts { return }
        let smallest = Shrinker.smallest(scenario, among: smaller.all(of:), where: shows)
        let cost = DatabaseScenarioCost.of(smallest)
        guard var known = kept[key] else {
            kept[key] = Kept(scenario: smallest, cost: cost)
            latest = requests
            return
        }
        known.attempts += 1
        if cost < known.cost { (known.scenario, known.cost) = (smallest, cost) }
        kept[key] = known
    }
}
