import GRDB
import ReadReceipts

/// Looks at every row of an outbox, and changes nothing.
public struct OutboxVerification: Sendable {
    /// What a verification has found.
    public struct Report: Sendable, Equatable {
        /// How many rows are as they were written, by their table.
        public internal(set) var whole: [String: Int] = [:]
        /// How many rows are not, those among them that cannot be read counted as one a place.
        public internal(set) var damaged: [String: Int] = [:]
        /// What SQLite finds wrong with the file, a line each; empty when nothing is.
        public internal(set) var problems: [String] = []
        /// Whether rows have checksums. Those of older versions get them from the first worker.
        public internal(set) var hasChecksums = true

        /// Whether nothing is wrong.
        public var isWhole: Bool { damaged.isEmpty && problems.isEmpty }
    }

    /// A row that is as it was written.
    enum Content: Sendable {
        case receipt(id: Int64, ReceiptEvent, storedAt: Int64)
        case deadLetter(DeadLetter)
        case position(FilePosition)
        case totals(OutboxTotals)
    }

    private let path: String
    private let copy: OutboxCopy

    /// Opens an outbox for reading only; where SQLite cannot, a copy of it.
    ///
    /// - Parameter path: A regular file, which nothing else in this process may have open.
    /// - Throws: ``OutboxError`` when there is none, or SQLite can read nothing of it.
    public init(path: String) async throws(OutboxError) {
        self.path = path
        copy = try await OutboxCopy(path)
    }

    /// Looks at every row.
    ///
    /// - Parameter onDamage: Told of each damaged row.
    /// - Throws: ``OutboxError`` when it cannot go on.
    public func run(
        onDamage: @escaping @Sendable (OutboxDamage) -> Void
    ) async throws(OutboxError) -> Report {
        try await run(onDamage: onDamage, onContent: { _ in })
    }

    /// Looks at every row, and writes those that are whole to a new outbox, with which a worker can go on.
    ///
    /// - Parameters:
    ///   - target: A file that does not exist. It appears once it is whole.
    ///   - onDamage: Told of each damaged row.
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
                    reading.report.problems.append("its tables are not those of its version")
                }
                return reading.report
            }
        } catch let error as OutboxError {
            throw error
        } catch {
            throw OutboxError(error, path)
        }
    }

    /// What is wrong with SQLite's log.
    private static func logProblems(_ path: String) throws -> [String] {
        switch try OutboxLog.state(of: path + "-wal") {
        case .whole: []
        case .endsInDoubt: ["the last transaction in the log \(path)-wal is damaged, or was never finished"]
        case .damaged: ["the log \(path)-wal cannot be read to its end; what came last is lost"]
        }
    }

    private static func shouldHaveChecksums(_ db: Database) -> Bool {
        let migrations = try? OutboxSchema.migrator.appliedIdentifiers(db)
        return migrations?.contains(OutboxSchema.checksums) ?? true
    }

    /// What SQLite's own check says.
    private static func integrityProblems(_ db: Database) -> [String] {
        do {
            let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)")
            return lines == ["ok"] ? [] : lines.flatMap { $0.split(separator: "\n").map(String.init) }
        } catch let error as DatabaseError {
            return [error.message ?? "SQLite's error \(error.resultCode.rawValue)"]
        } catch {
            return ["SQLite's check failed"]
        }
    }
}
