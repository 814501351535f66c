import ReadReceipts
import SQLite

/// Checks every row of an outbox, without changing it.
public struct OutboxVerification: Sendable {
    /// The result of a verification.
    public struct Report: Sendable, Equatable {
        /// The number of intact rows, by table.
        public internal(set) var whole: [String: Int] = [:]
        /// The number of damaged rows, by table. A range of unreadable rows counts as one.
        public internal(set) var damaged: [String: Int] = [:]
        /// The problems that SQLite finds in the file, one per line.
        public internal(set) var problems: [String] = []
        /// Whether rows have checksums. The next worker adds them to older outboxes.
        public internal(set) var hasChecksums = true

        /// Whether the outbox is intact.
        public var isWhole: Bool { damaged.isEmpty && problems.isEmpty }
    }

    /// An intact row.
    enum Content: Sendable {
        case receipt(id: Int64, ReceiptEvent, storedAt: Int64)
        case deadLetter(DeadLetter)
        case position(FilePosition)
        case totals(OutboxTotals)
    }

    private let path: String
    private let copy: OutboxCopy

    /// Opens an outbox for reading, or a copy if SQLite cannot open it.
    ///
    /// - Parameter path: A regular file that nothing else in this process has open.
    /// - Throws: ``OutboxError`` if it does not exist, or SQLite cannot read any of it.
    public init(path: String) async throws(OutboxError) {
        self.path = path
        copy = try await OutboxCopy(path)
    }

    /// Checks every row.
    ///
    /// - Parameter onDamage: Called for each damaged row.
    /// - Throws: ``OutboxError`` if it cannot continue.
    public func run(
        onDamage: @escaping @Sendable (OutboxDamage) -> Void
    ) async throws(OutboxError) -> Report {
        try await run(onDamage: onDamage, onContent: { _ in })
    }

    /// Checks every row, and writes the intact ones to a new outbox, with which a worker can continue.
    ///
    /// - Parameters:
    ///   - target: A new file. It appears when it is complete.
    ///   - onDamage: Called for each damaged row.
    public func salvage(
        to target: String, onDamage: @escaping @Sendable (OutboxDamage) -> Void
    ) async throws(OutboxError) -> Report {
        let salvage = try OutboxSalvage(to: target)
        do throws(OutboxError) {
            let report = try await run(onDamage: onDamage, onContent: { try salvage.add($0) })
            try salvage.finish()
            return report
        } catch {
            salvage.cancel()
            throw error
        }
    }

    private func run(
        onDamage: @escaping @Sendable (OutboxDamage) -> Void,
        onContent: @escaping @Sendable (Content) throws -> Void
    ) async throws(OutboxError) -> Report {
        do {
            let log = try OutboxVerification.logProblems(path)
            return try await copy.database.read { db in
                let hasChecksums = try copy.hasChecksums(db)
                var reading = OutboxReading(
                    db, hasChecksums: hasChecksums, onDamage: onDamage, onContent: onContent)
                try reading.run()
                reading.report.problems +=
                    log + copy.problems + OutboxVerification.integrityProblems(db)
                if !hasChecksums, OutboxVerification.shouldHaveChecksums(db) {
                    reading.report.problems.append("its tables do not match its version")
                }
                return reading.report
            }
        } catch let error as OutboxError {
            throw error
        } catch {
            throw OutboxError(error, path)
        }
    }

    /// The problems of SQLite's log.
    private static func logProblems(_ path: String) throws -> [String] {
        switch try OutboxLog.state(of: path + "-wal") {
        case .whole: []
        case .endsInDoubt: ["the last transaction in the log \(path)-wal is damaged or incomplete"]
        case .damaged: ["the log \(path)-wal cannot be read to its end; the last transactions are lost"]
        }
    }

    private static func shouldHaveChecksums(_ db: SQLiteConnection) -> Bool {
        let taken = try? OutboxSchema.migrations.taken(in: db)
        return taken?.contains(OutboxSchema.checksums) ?? true
    }

    /// The results of SQLite's integrity check.
    private static func integrityProblems(_ db: SQLiteConnection) -> [String] {
        do {
            let lines = try db.statement("PRAGMA integrity_check(20)").map { row in try row.text(0) }
            return lines == ["ok"] ? [] : lines.flatMap { $0.split(separator: "\n").map(String.init) }
        } catch let error as SQLiteError {
            return [error.message]
        } catch {
            return ["SQLite's check failed"]
        }
    }
}
