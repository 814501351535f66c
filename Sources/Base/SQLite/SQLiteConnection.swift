import CSQLite
import Synchronization

/// An open database file, for one thread at a time.
package final class SQLiteConnection {
    /// SQLite's connection, which lives as long as a statement of it.
    final class Handle: Sendable {
        /// Other threads use it only to interrupt, which SQLite allows.
        nonisolated(unsafe) let pointer: OpaquePointer
        private let interrupted = Atomic(false)

        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        // It closes with its last statement.
        deinit { sqlite3_close_v2(pointer) }

        var isInterrupted: Bool { interrupted.load(ordering: .relaxed) }

        /// Ends the running statement, and lets none begin until ``goOn()``. May be called on any thread.
        func interrupt() {
            interrupted.store(true, ordering: .relaxed)
            sqlite3_interrupt(pointer)
        }

        func goOn() { interrupted.store(false, ordering: .relaxed) }
    }

    let handle: Handle
    private var kept: [String: SQLiteStatement] = [:]

    /// - Parameters:
    ///   - path: A file; SQLite creates it unless it is to be read only.
    ///   - busyTimeout: How long to wait for other connections, in milliseconds.
    init(path: String, isReadOnly: Bool, busyTimeout: Int32) throws(SQLiteError) {
        var pointer: OpaquePointer?
        let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let result = sqlite3_open_v2(path, &pointer, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let pointer else { throw SQLiteError(result, nil) }
        handle = Handle(pointer)
        if result != SQLITE_OK { throw SQLiteError(result, pointer) }
        sqlite3_busy_timeout(pointer, busyTimeout)
    }

    /// A statement, prepared at its first use.
    package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = kept[sql] {
            // While its rows are being read, the same statement needs a copy of its own.
            return statement.isRunning ? try SQLiteStatement(sql, handle, isKept: false) : statement
        }
        let statement = try SQLiteStatement(sql, handle, isKept: true)
        kept[sql] = statement
        return statement
    }

    /// The statements that are kept, in SQL.
    package var keptStatements: some Collection<String> { kept.keys }

    /// Carries out one statement that is not used again.
    package func run(_ sql: String, _ arguments: [(any SQLiteArgument)?] = []) throws {
        try SQLiteStatement(sql, handle, isKept: false).run(arguments)
    }

    /// Carries out statements that have no arguments.
    package func run(script: String) throws(SQLiteError) {
        if handle.isInterrupted { throw SQLiteError(.interrupt, "interrupted") }
        let result = sqlite3_exec(handle.pointer, script, nil, nil, nil)
        if result != SQLITE_OK { throw SQLiteError(result, handle.pointer) }
    }

    /// Reads an integer from the first row; nil if there is none, or it is null.
    package func integer(_ sql: String, _ arguments: [(any SQLiteArgument)?] = []) throws -> Int64? {
        try statement(sql).first(arguments) { row in try row.optionalInteger(0) } ?? nil
    }

    /// The number of rows that the latest statement has changed.
    package var changes: Int { Int(sqlite3_changes(handle.pointer)) }

    /// The number of the row inserted last.
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle.pointer) }

    package func add(_ function: SQLiteFunction) throws(SQLiteError) { try function.add(to: handle.pointer) }

    package func hasTable(_ name: String) throws -> Bool {
        try integer("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [name]) != nil
    }

    package func hasColumn(_ name: String, in table: String) throws -> Bool {
        try integer("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", [table, name]) != nil
    }

    /// Carries out changes as a whole, or none of them.
    ///
    /// - Parameter isChange: Whether to wait for other writers at once. Otherwise the body only reads, from one snapshot.
    func transaction<Result>(
        isChange: Bool, _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
        try run(script: isChange ? "BEGIN IMMEDIATE" : "BEGIN")
        do {
            let result = try body(self)
            try run(script: "COMMIT")
            return result
        } catch {
            // Some errors have rolled it back already. The first error is the one that matters.
            handle.goOn()
            if sqlite3_get_autocommit(handle.pointer) == 0 { try? run(script: "ROLLBACK") }
            throw error
        }
    }
}
