import FirestoreModel
import Synchronization

/// What an emulator holds: databases, which spring into being when first named, and rules.
final class EmulatorCore: Sendable {
    let rules = RulesRegistry()
    private let configuration: EmulatorConfiguration
    private let databases = Mutex<[DatabaseID: Database]>([:])

    init(configuration: EmulatorConfiguration) {
        self.configuration = configuration
    }

    func database(_ id: DatabaseID) -> Database {
        databases.withLock { databases in
            if let database = databases[id] { return database }
            let database = Database(
                id: id, clock: configuration.clock, historySize: configuration.historySize)
            databases[id] = database
            return database
        }
    }
}
