import Dispatch

/// A database file, accessed by one task at a time.
package final class SQLiteFile: Sendable {
    /// How to open a file.
    package struct Options: Sendable {
        /// Whether the file must exist and stays unchanged.
        package var isReadOnly = false
        /// Whether changes go to a log next to the file, so that readers and writers do not wait for each other.
        package var hasLog = false
        /// How long to wait for other processes, in milliseconds.
        package var busyTimeout: Int32 = 10_000
        /// Statements without results, such as pragmas.
        package var settings: [String] = []
        package var functions: [SQLiteFunction] = []

        package init() {}
    }

    /// Whether accesses of a task run on its own thread, in an order that does not depend on other threads. Simulations want that.
    @TaskLocal package static var isImmediate = false

    private let queue = DispatchQueue(label: "SQLite")
    /// Tells on which file's queue a function runs.
    private static let key = DispatchSpecificKey<ObjectIdentifier>()
    /// Nil once it is closed. It is only used on the queue.
    private nonisolated(unsafe) var connection: SQLiteConnection?

    /// - Throws: ``SQLiteError``, also if the file is not a database.
    package init(path: String, _ options: Options = Options()) throws {
        let connection = try SQLiteConnection(
            path: path, isReadOnly: options.isReadOnly, busyTimeout: options.busyTimeout)
        for function in options.functions { try connection.add(function) }
        try connection.run(script: "PRAGMA foreign_keys = ON")
        if options.hasLog { try connection.run(script: "PRAGMA journal_mode = WAL") }
        // A change is on the disk before the next one begins, so a power failure can damage only the last one in the log.
        try connection.run(script: "PRAGMA synchronous = FULL")
        for setting in options.settings { try connection.run(script: setting) }
        // SQLite reads the file when a statement first needs it.
        try connection.run(script: "SELECT COUNT(*) FROM sqlite_master")
        self.connection = connection
        queue.setSpecific(key: SQLiteFile.key, value: ObjectIdentifier(queue))
    }

    /// Ends the access to the file. Later uses of it fail.
    package func close() {
        // The last reference to a file's owner may be that of an access, which would wait for itself.
        if DispatchQueue.getSpecific(key: SQLiteFile.key) == ObjectIdentifier(queue) {
            connection = nil
        } else {
            queue.sync { connection = nil }
        }
    }

    // MARK: On the caller's thread

    /// Reads from one snapshot.
    package func readNow<Result: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws -> Result
    ) throws -> Result {
        try queue.sync { try open.transaction(isChange: false, body) }
    }

    /// Carries out changes as a whole, or none of them. They survive a power failure.
    package func writeNow<Result: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws -> Result
    ) throws -> Result {
        try queue.sync { try open.transaction(isChange: true, body) }
    }

    // MARK: On the file's own thread

    /// Reads from one snapshot.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, before or while it reads.
    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws -> Result {
        try await perform(isChange: false, body)
    }

    /// Carries out changes as a whole, or none of them. They survive a power failure.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; then nothing is changed.
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws -> Result {
        try await perform(isChange: true, body)
    }

    private var open: SQLiteConnection {
        get throws(SQLiteError) {
            guard let connection else { throw SQLiteError(.misuse, "the database is closed") }
            return connection
        }
    }

    private func perform<Result: Sendable>(
        isChange: Bool, _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws -> Result {
        if SQLiteFile.isImmediate { return try queue.sync { try open.transaction(isChange: isChange, body) } }
        let interruption = SQLiteInterruption()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Swift.Result {
                            let connection = try self.open
                            return try interruption.guarding(connection.handle) {
                                try connection.transaction(isChange: isChange, body)
                            }
                        })
                }
            }
        } onCancel: {
            interruption.cancel()
        }
    }
}
