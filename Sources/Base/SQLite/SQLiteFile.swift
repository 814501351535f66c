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

    /// When a change is on the disk.
    package enum Durability: Sendable {
        /// Once it is made: it survives a power failure.
        case immediate
        /// Together with the next immediate one, or earlier. With a log, a power failure before that undoes whole changes, the latest first.
        case eventual
    }

    private let queue = DispatchQueue(label: "SQLite")
    /// Tells on which file's queue a function runs.
    private static let key = DispatchSpecificKey<ObjectIdentifier>()
    /// Nil once it is closed. It is only used on the queue.
    private nonisolated(unsafe) var connection: SQLiteConnection?
    /// What the connection is set to; nil for SQLite's default. It is only used on the queue.
    private nonisolated(unsafe) var durability: Durability?

    /// - Throws: ``SQLiteError``, also if the file is not a database.
    package init(path: String, _ options: Options = Options()) throws {
        let connection = try SQLiteConnection(
            path: path, isReadOnly: options.isReadOnly, busyTimeout: options.busyTimeout)
        for function in options.functions { try connection.add(function) }
        try connection.run(script: "PRAGMA foreign_keys = ON")
        if options.hasLog { try connection.run(script: "PRAGMA journal_mode = WAL") }
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

    /// Carries out changes as a whole, or none of them.
    package func writeNow<Result: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws -> Result
    ) throws -> Result {
        try queue.sync { try open(for: .immediate).transaction(isChange: true, body) }
    }

    // MARK: On the file's own thread

    /// Reads from one snapshot.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, before or while it reads.
    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws -> Result {
        try await perform({ try $0.open }, isChange: false, body)
    }

    /// Carries out changes as a whole, or none of them.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; then nothing is changed.
    package func write<Result: Sendable>(
        durability: Durability = .immediate,
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws -> Result {
        try await perform({ try $0.open(for: durability) }, isChange: true, body)
    }

    private var open: SQLiteConnection {
        get throws(SQLiteError) {
            guard let connection else { throw SQLiteError(.misuse, "the database is closed") }
            return connection
        }
    }

    private func open(for wanted: Durability) throws(SQLiteError) -> SQLiteConnection {
        let connection = try open
        if durability != wanted {
            try connection.run(script: "PRAGMA synchronous = \(wanted == .immediate ? "FULL" : "NORMAL")")
            durability = wanted
        }
        return connection
    }

    private func perform<Result: Sendable>(
        _ open: @escaping @Sendable (SQLiteFile) throws -> SQLiteConnection, isChange: Bool,
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws -> Result {
        let interruption = SQLiteInterruption()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Swift.Result {
                            let connection = try open(self)
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
