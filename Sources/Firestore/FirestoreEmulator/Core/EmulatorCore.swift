import EmulatorAccess
import FirestoreModel
import Synchronization

/// The content of an emulator: databases, created when first named, rules, and a clock.
final class EmulatorCore: Sendable {
    let rules: RulesRegistry
    let clock: AdjustableClock
    let senders: KnownSenders
    let faults: FaultSwitch
    /// The latest calls; nil if they are not recorded.
    let calls: CallLog?
    /// The changes in the databases.
    let feed = ChangeFeed()
    private let configuration: EmulatorConfiguration
    /// How listeners are answered that resume.
    private let resumeSetting: Mutex<ResumeAnswer>
    private let streams = Atomic(0)
    private let databases = Mutex<[DatabaseID: Database]>([:])

    /// Whose behaviour the emulator has.
    var profile: EmulatorProfile { configuration.profile }

    /// How many decisions of rules are kept for coverage.
    var coverage: CoverageBounds { configuration.coverage }
    /// The indexes that queries need; nil if they need none.
    var indexes: IndexConfiguration? { configuration.indexes }

    init(configuration: EmulatorConfiguration) {
        self.configuration = configuration
        senders = KnownSenders(like: configuration.profile)
        rules = RulesRegistry(
            capacity: configuration.rememberedDecisions, onDecision: configuration.onDecision)
        clock = AdjustableClock(configuration.clock)
        resumeSetting = Mutex(configuration.resumeAnswer)
        faults = FaultSwitch(configuration.faults, clock: configuration.sleepClock)
        calls = configuration.rememberedCalls > 0 ? CallLog(capacity: configuration.rememberedCalls) : nil
        if let onChange = configuration.onChange { feed.add { _ in onChange() } }
    }

    /// How listeners are answered that resume.
    var resumeAnswer: ResumeAnswer {
        get { resumeSetting.withLock { $0 } }
        set { resumeSetting.withLock { $0 = newValue } }
    }

    /// The number of a new stream.
    func nextStreamNumber() -> Int { streams.add(1, ordering: .relaxed).oldValue }

    func database(_ id: DatabaseID) -> Database {
        databases.withLock { database(id, &$0) }
    }

    /// A database for a stream of listeners, which says when it ends: until then no reset replaces the database.
    func openToListeners(_ id: DatabaseID) -> Database {
        databases.withLock { databases in
            let database = database(id, &databases)
            database.listeners.open()
            return database
        }
    }

    private func database(_ id: DatabaseID, _ databases: inout [DatabaseID: Database]) -> Database {
        if let database = databases[id] { return database }
        let clock = self.clock
        let database = Database(
            id: id, clock: EmulatorClock { clock.now() }, historySize: configuration.historySize,
            profile: configuration.profile, feed: feed, history: configuration.randomNumber(), faults: faults)
        databases[id] = database
        return database
    }

    /// The databases that were ever named, by id.
    var allDatabases: [Database] {
        databases.withLock { Array($0.values) }.sorted { $0.id < $1.id }
    }

    /// Removes all databases and rules. The clock keeps its setting, and databases with listeners stay, empty.
    func reset() {
        let all = databases.withLock { databases in
            defer { databases = databases.filter { $0.value.listeners.areOpen } }
            return Array(databases.values)
        }
        for database in all { database.reset() }
        rules.removeAll()
        calls?.forgetDecisions()
        configuration.onChange?()
    }

    /// Refuses a query that production would refuse for lack of an index, if configured to.
    func checkIndexes(for plan: QueryPlan, in database: DatabaseID) throws(RPCStatus) {
        let isProduction = profile == .production
        guard plan.refusal == nil, let indexes = configuration.indexes ?? (isProduction ? .automatic : nil),
            let missing = indexes.missingIndex(for: plan)
        else { return }
        throw RPCStatus(
            .failedPrecondition, isProduction ? missing.message(in: database) : missing.message)
    }
}
