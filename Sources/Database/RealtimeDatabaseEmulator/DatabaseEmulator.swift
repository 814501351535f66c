public import HTTPTransport
import RealtimeDatabaseRules
import RulesCore

/// An embedded Firebase Realtime Database: trees of JSON in this process, spoken to over its REST API, with streams of changes.
///
/// Serves a socket through ``serve(host:port:logger:onReady:)``, or no socket at all through ``transport``. Each emulator is a
/// world of its own, so tests can have one each and run side by side. Nothing is kept on disk.
public final class DatabaseEmulator: Sendable {
    let configuration: DatabaseEmulatorConfiguration
    let adapter: RESTAdapter

    /// Creates an emulator without any data or rules.
    public init(configuration: DatabaseEmulatorConfiguration = DatabaseEmulatorConfiguration()) {
        self.configuration = configuration
        adapter = RESTAdapter(databases: DatabaseRegistry(configuration), configuration: configuration)
    }

    /// A way to this emulator that needs no socket: give it to a client in the same process.
    ///
    /// Scheme and authority of a request do not matter, but that `NAMESPACE.localhost` names a database.
    public var transport: some HTTPStreamingTransport { InProcessTransport(adapter: adapter) }

    /// Sets a database's security rules, unless there is an error in them. Streams that they do not allow end.
    ///
    /// - Parameters:
    ///   - source: The text of `database.rules.json`; nil for none, which allows everything.
    ///   - namespace: The name of the database.
    /// - Returns: What is wrong with the rules, each as `LINE:COLUMN: MESSAGE`. With anything wrong, earlier rules stay in force.
    @discardableResult
    public func setRules(_ source: String?, namespace: String) -> [String] {
        do throws(RulesRefusal) {
            let rules = try source.map { source throws(RulesRefusal) in try DatabaseRules(source) }
            adapter.databases.database(namespace).setRules(rules)
            return []
        } catch {
            return error.wireLines
        }
    }

    /// Removes a database's data and rules. Those who listen to it are told.
    public func clear(namespace: String) {
        adapter.databases.database(namespace).clear()
    }

    /// How many streams of a database are open.
    package func streamCount(namespace: String) -> Int {
        adapter.databases.database(namespace).listenerCount
    }
}
