import RealtimeDatabase
import RealtimeDatabaseEmulator
import Testing

/// An embedded emulator of a test's own, and clients of it.
struct EmbeddedDatabase {
    let emulator = DatabaseEmulator()
    let admin: Database

    init(rules: String? = nil) throws {
        admin = try Database(
            DatabaseSettings(
                projectID: "p", name: "db", endpoint: .emulator(host: "localhost", port: 9000),
                credentials: .emulatorAdmin),
            transport: emulator.transport)
        #expect(emulator.setRules(rules, namespace: "db") == [])
    }

    /// The database as a user sees it.
    func database(of uid: String) throws -> Database {
        try admin.acting(as: .emulatorUser(uid: uid))
    }
}
