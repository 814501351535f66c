import FirestoreClient
import FirestoreModel
import NamedFiles
import ReadReceipts
import SQLite
import Synchronization

/// The receipts that are still to be written, in a file that survives crashes.
///
/// An event counts as accepted once it is stored. For each user and message the outbox keeps one receipt: a read event covers the
/// delivered one, and duplicates are dropped. Several processes may store events; one worker writes them.
public final class Outbox: Sendable {
    /// The result of storing events.
    public struct Intake: Sendable, Equatable {
        /// The number of receipts added.
        public var new = 0
        /// The number of events that waiting receipts already covered.
        public var covered = 0
        /// The number of the receipt for each event, in the order of the events.
        public var ids: [Int64] = []
    }

    /// The file's path.
    public let path: String
    /// The maximum number of receipts.
    public let limit: Int

    private let file: OutboxFile
    let database: SQLiteFile
    private let transactions: GroupCommit
    let now: @Sendable () -> Int64

    /// Opens an outbox, or creates one.
    ///
    /// - Parameters:
    ///   - path: A regular file. SQLite keeps two more files next to it, with `-wal` and `-shm` appended to the name.
    ///   - limit: The maximum number of receipts; further ones are refused.
    ///   - now: Returns the time in milliseconds since 1970.
    /// - Throws: ``OutboxError`` when the file cannot be opened, is not an outbox, or has several hard links.
    public init(
        path: String, limit: Int = 2_000_000, now: @escaping @Sendable () -> Int64 = Outbox.systemTime
    ) throws(OutboxError) {
        // SQLite gives the files next to it the same permissions.
        let file = try OutboxFile(path)
        if OutboxLock.isHeldByAnotherName(file) {
            throw OutboxError(
                .taken, "a worker uses the outbox \(path) under another name; stop it, or use that name")
        }
        let names = file.nameCount
        if names > 1 {
            throw OutboxError(
                .unreadable,
                "the outbox \(path) has \(names) names (hard links), and each would have its own log; "
                    + "remove the others, or copy the file")
        }
        do {
            // SQLite would drop what it cannot read.
            if try OutboxLog.state(of: file.path + "-wal") == .damaged {
                throw OutboxError(damaged: path, "its log \(path)-wal cannot be read to its end")
            }
            let database = try SQLiteFile(path: file.path, Outbox.options)
            if try database.readNow({ db in try OutboxSchema.migrations.areSuperseded(in: db) }) {
                throw OutboxError(
                    .unreadable, "the outbox \(path) was made by a newer version of this program")
            }
            try OutboxSchema.migrations.apply(to: database)
            let queued = try database.readNow { db in try OutboxStatements(db: db).statistics().queued }
            transactions = GroupCommit(database, queued: queued)
            self.database = database
        } catch let error as OutboxError {
            throw error
        } catch let error as FileRefusal {
            throw OutboxError(.disk, error.description)
        } catch {
            throw OutboxError(error, path)
        }
        self.path = path
        self.limit = limit
        self.now = now
        self.file = file
    }

    deinit {
        // Before the file, because closing that drops SQLite's locks.
        database.close()
    }

    /// Closes the file, which is then complete without its log.
    func close() { database.close() }

    private static var options: SQLiteFile.Options {
        var options = SQLiteFile.Options()
        options.hasLog = true
        options.functions = [RowChecksum.function]
        return options
    }

    /// The time of the system clock in milliseconds since 1970.
    public static let systemTime: @Sendable () -> Int64 = { Timestamp().milliseconds }
}

// MARK: Storing

extension Outbox {
    private struct LaneKey: Hashable {
        let conversation: ConversationID
        let user: UserID
    }

    /// Stores events durably: once this returns, they will be written.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - position: How far the file was read that holds the events; stored in the same transaction.
    /// - Throws: ``OutboxError``: `full` when there is no room for all events, `disk` when they cannot be stored. Then none are.
    @discardableResult
    public func store(
        _ events: [ReceiptEvent], upTo position: FilePosition? = nil
    ) async throws(OutboxError) -> Intake {
        if events.isEmpty, position == nil { return Intake() }
        let (path, limit, now) = (path, limit, now())
        return try await perform { db, state in
            // Covered events count, too: to look first would slow down every event.
            if state.queued + events.count > limit {
                throw OutboxError(
                    .full,
                    "the outbox \(path) holds \(state.queued) receipts of at most \(limit); send the events again later"
                )
            }
            let statements = OutboxStatements(db: db)
            var lanes: [LaneKey: Int64] = [:]
            var intake = Intake()
            intake.ids.reserveCapacity(events.count)
            for event in events {
                let key = LaneKey(conversation: event.conversationID, user: event.userID)
                let lane: Int64
                if let known = lanes[key] {
                    lane = known
                } else {
                    lane = try statements.lane(conversation: key.conversation, user: key.user)
                    lanes[key] = lane
                }
                let (id, isNew) = try statements.store(event, in: lane, at: now)
                intake.ids.append(id)
                if isNew { intake.new += 1 } else { intake.covered += 1 }
            }
            try statements.add(stored: intake.new)
            if let position { try statements.store(position) }
            state.queued += intake.new
            return intake
        }
    }

    /// How far a file was read; nil when none of its events were stored.
    public func position(inFile path: String) async throws(OutboxError) -> FilePosition? {
        try await read { db in try OutboxStatements(db: db).position(inFile: path) }
    }

    /// Copies rows of another outbox into this one, before anybody else uses it.
    func restore(_ rows: [OutboxVerification.Content]) throws(OutboxError) {
        do {
            try database.writeNow { db in
                let statements = OutboxStatements(db: db)
                for row in rows { try statements.restore(row) }
            }
        } catch {
            throw OutboxError(error, path)
        }
    }
}

// MARK: Watching

extension Outbox {
    /// Counts what the outbox holds.
    public func statistics() async throws(OutboxError) -> OutboxStatistics {
        try await read { db in try OutboxStatements(db: db).statistics() }
    }

    /// Counts what it has done since it was created.
    public func totals() async throws(OutboxError) -> OutboxTotals {
        try await read { db in try OutboxStatements(db: db).totals() }
    }

    /// The id of the process whose worker uses the outbox; nil when no worker runs.
    public var workerProcess: Int32? { OutboxLock.holder(of: file) }

    /// The number of waiting receipts, as far as this process knows without a query.
    package var queued: Int { transactions.queued.load(ordering: .relaxed) }

    /// A number that changes when another process changes the outbox.
    package func version() async throws(OutboxError) -> Int64 {
        try await read { db in try db.integer("PRAGMA data_version") ?? 0 }
    }

    /// Checks that the outbox can be written.
    package func check() async throws(OutboxError) {
        let now = now()
        try await perform { db, _ in
            try db.run(script: "DELETE FROM checks")
            try db.run("INSERT INTO checks (at) VALUES (?)", [now])
        }
    }

    /// Counts the receipts again, after another process has changed the outbox.
    package func recount() async throws(OutboxError) {
        try await perform { db, state in state.queued = try OutboxStatements(db: db).statistics().queued }
    }
}

// MARK: Access

extension Outbox {
    /// Carries out a change, and returns once it is on the disk.
    func perform<Result: Sendable>(
        _ change: @escaping @Sendable (SQLiteConnection, inout GroupCommit.State) throws -> Result
    ) async throws(OutboxError) -> Result {
        do {
            return try await transactions.perform(change)
        } catch let error as OutboxError {
            throw error
        } catch {
            throw OutboxError(error, path)
        }
    }

    /// Reads, even if the task was cancelled: an interrupted worker still reports what it has done.
    func read<Result: Sendable>(
        _ look: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws(OutboxError) -> Result {
        do {
            return try await Task { try await database.read(look) }.value
        } catch {
            throw OutboxError(error, path)
        }
    }
}
