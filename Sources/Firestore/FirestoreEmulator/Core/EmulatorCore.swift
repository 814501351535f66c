import EmulatorAccess
import FirestoreModel
import Synchronization

/// The content of an emulator: databases, created when first named, rules, and a clock.
final class EmulatorCore: Sendable {
    let rules: RulesRegistry
    let clock: AdjustableClock
    let senders = KnownSenders()
    /// The changes in the databases.
    let feed = ChangeFeed()
    private let configuration: EmulatorConfiguration
    private let databases = Mutex<[DatabaseID: Database]>([:])

    /// How many decisions of rules are kept for coverage.
    var coverage: CoverageBounds { configuration.coverage }

    init(configuration: EmulatorConfiguration) {
        self.configuration = configuration
        rules = RulesRegistry(
            capacity: configuration.rememberedDecisions, onDecision: configuration.onDecision)
        clock = AdjustableClock(configuration.clock)
        if let onChange = configuration.onChange { feed.add { _ in onChange() } }
    }

    func database(_ id: DatabaseID) -> Database {
        databases.withLock { databases in
            if let database = databases[id] { return database }
            let clock = self.clock
            let database = Database(
                id: id, clock: EmulatorClock { clock.now() }, historySize: configuration.historySize,
                feed: feed)
            databases[id] = database
            return database
        }
    }

    /// The databases that were ever named, by id.
    var allDatabases: [Database] {
        databases.withLock { Array($0.values) }.sorted { $0.id < $1.id }
    }

    /// Removes all databases and rules. The clock keeps its setting.
    func reset() {
        let all = databases.withLock { databases in
            defer { databases = [:] }
            return Array(databases.values)
        }
        for database in all { database.clear() }
        rules.removeAll()
        configuration.onChange?()
    }

    /// Refuses a query that production would refuse for lack of an index, if configured to.
    func checkIndexes(for plan: QueryPlan) throws(RPCStatus) {
        guard plan.refusal == nil, let missing = configuration.indexes?.missingIndex(for: plan) else {
            return
        }
        throw RPCStatus(.failedPrecondition, missing.message)
    }
}
