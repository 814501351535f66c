import FirestoreClient
import FirestoreModel
import GRDB
import NamedFiles
import ReadReceipts
import Synchronization

/// The receipts that are still to be written, in a file that survives whatever becomes of the process.
///
/// An event is stored before it counts as taken in. Of the events of a user about one message one receipt is kept: read covers
/// delivered, and repetitions vanish. Several processes may store events; one worker writes them.
public final class Outbox: Sendable {
    /// What became of events that were to be stored.
    public struct Intake: Sendable, Equatable {
        /// How many receipts there are more.
        public var new = 0
        /// How many events were covered by receipts that waited already.
        public var covered = 0
        /// The number of the receipt for each event, in their order.
        public var ids: [Int64] = []
    }

    /// The file.
    public let path: String
    /// How many receipts it may hold.
    public let limit: Int

    private let file: OutboxFile
    let database: DatabaseQueue
    private let transactions: GroupCommit
    private let now: @Sendable () -> Int64

    /// Opens an outbox, or makes one.
    ///
    /// - Parameters:
    ///   - path: A regular file. Beside it SQLite keeps files of the same name with `-wal` and `-shm` behind it.
    ///   - limit: How many receipts it may hold; what is beyond is refused.
    ///   - now: The time in milliseconds since 1970.
    /// - Throws: ``OutboxError`` when the file cannot be opened, is no outbox, or has several names.
    public init(
        path: String, limit: Int = 2_000_000, now: @escaping @Sendable () -> Int64 = Outbox.systemTime
    ) throws(OutboxError) {
        // SQLite gives the files beside it the same permissions.
        let file = try OutboxFile(path)
        if OutboxLock.isHeldByAnotherName(file) {
            throw OutboxError(
                .taken, "a worker works on the outbox \(path) under another name; stop it, or use that name")
        }
        let names = file.nameCount
        if names > 1 {
            throw OutboxError(
                .unreadable,
                "the outbox \(path) has \(names) names (hard links), and each would have a log of its own; "
                    + "remove the others, or copy the file")
        }
        do {
            // SQLite would drop what it cannot read.
            if try OutboxLog.state(of: file.path + "-wal") == .damaged {
                throw OutboxError(damaged: path, "its log \(path)-wal cannot be read to its end")
            }
            let database = try DatabaseQueue(path: file.path, configuration: Outbox.configuration)
            let migrator = OutboxSchema.migrator
            if try database.read({ db in try migrator.hasBeenSuperseded(db) }) {
                throw OutboxError(
                    .unreadable, "the outbox \(path) was made by a newer version of this program")
            }
            try migrator.migrate(database)
            let queued = try database.read { db in try OutboxStatements(db: db).statistics().queued }
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
        // Before the file: to close that drops the locks of SQLite.
        try? database.close()
    }

    /// Ends the use of the file, which is whole by itself then.
    func close() throws(OutboxError) {
        do { try database.close() } catch { throw OutboxError(error, path) }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "outbox"
        configuration.journalMode = .wal
        // Another process stores events now and then.
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            // What is stored is on the disk, whatever becomes of the machine.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            db.add(function: RowChecksum.function)
        }
        return configuration
    }

    /// Stores events durably: when this returns, they will be written.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - position: Up to where the file is dealt with that they were read from: kept if and only if they are.
    /// - Throws: ``OutboxError``: `full` when there is no room for all of them, `disk` when they cannot be stored. Then none is.
    @discardableResult
    public func store(
        _ events: [ReceiptEvent], upTo position: FilePosition? = nil
    ) async throws(OutboxError) -> Intake {
        if events.isEmpty, position == nil { return Intake() }
        let (path, limit, now) = (path, limit, now())
        return try await perform { db, state in
            // As if none was covered: to look first would cost every event for the sake of the last ones.
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

    /// How far a file was read whose events were stored; nil when it never was.
    public func position(inFile path: String) async throws(OutboxError) -> FilePosition? {
        try await read { db in try OutboxStatements(db: db).position(inFile: path) }
    }

    /// The next receipts to write: those of one lane, or of as many lanes as fill a commit.
    ///
    /// - Parameters:
    ///   - lane: Only lanes behind this one are looked at.
    ///   - busy: Lanes that are being written.
    ///   - limit: How many receipts at most.
    ///   - mixesLanes: Whether receipts of several lanes go together.
    /// - Returns: nil when nothing is to be written behind that lane; and damaged rows, which have been set aside.
    package func handOut(
        after lane: Int64, except busy: Set<Int64>, limit: Int, mixesLanes: Bool
    ) async throws(OutboxError) -> (batch: OutboxBatch?, damage: [OutboxDamage]) {
        var damage: [OutboxDamage] = []
        while true {
            let now = now()
            let found = try await read { db in
                try Outbox.look(
                    OutboxStatements(db: db), at: now, after: lane, except: busy, limit, mixesLanes)
            }
            if found.damage.isEmpty { return (found.batch.parts.isEmpty ? nil : found.batch, damage) }
            try await setAside(found.damage)
            damage += found.damage
        }
    }

    private static func look(
        _ statements: OutboxStatements, at now: Int64, after lane: Int64, except busy: Set<Int64>,
        _ limit: Int, _ mixesLanes: Bool
    ) throws -> (batch: OutboxBatch, damage: [OutboxDamage]) {
        var batch = OutboxBatch(parts: [])
        var damage: [OutboxDamage] = []
        var (last, room) = (lane, limit)
        while room > 0 {
            let found = try statements.lanes(
                after: last, at: now, limit: mixesLanes ? 100 : busy.count + 1)
            damage += found.damage
            guard let end = found.last else { break }
            for lane in found.lanes where room > 0 && !busy.contains(lane.id) {
                let found = try statements.receipts(in: lane.id, limit: room)
                damage += found.damage
                if found.receipts.isEmpty { continue }
                batch.parts.append((lane, found.receipts))
                room = mixesLanes ? room - found.receipts.count : 0
            }
            last = end
        }
        return (batch, damage)
    }

    private func setAside(_ damage: [OutboxDamage]) async throws(OutboxError) {
        try await perform { db, state in
            let statements = OutboxStatements(db: db)
            _ = try statements.setAside(damage)
            state.queued = try statements.statistics().queued
        }
    }

    /// Sets everything aside that stands in the way of what waits: looks at all rows.
    package func setObstaclesAside() async throws(OutboxError) -> [OutboxDamage] {
        try await perform { db, state in
            let statements = OutboxStatements(db: db)
            let damage = try statements.obstacles()
            _ = try statements.setAside(damage)
            state.queued = try statements.statistics().queued
            return damage
        }
    }

    /// Does with receipts what is to become of them after they were tried to be written.
    package func settle(_ settlements: [LaneSettlement]) async throws(OutboxError) {
        let now = now()
        try await perform { db, state in
            let statements = OutboxStatements(db: db)
            var settled = 0
            for settlement in settlements {
                let counts = try statements.settle(settlement, at: now)
                state.queued -= counts.settled + counts.dead
                settled += counts.settled
            }
            try statements.add(settled: settled)
        }
    }

    /// When the first of the receipts that wait because they could not be written is to be tried again, in milliseconds since 1970.
    package func firstPostponement() async throws(OutboxError) -> Int64? {
        let now = now()
        return try await read { db in try OutboxStatements(db: db).firstPostponement(after: now) }
    }

    /// What the outbox holds.
    public func statistics() async throws(OutboxError) -> OutboxStatistics {
        try await read { db in try OutboxStatements(db: db).statistics() }
    }

    /// What it has done since it was made.
    public func totals() async throws(OutboxError) -> OutboxTotals {
        try await read { db in try OutboxStatements(db: db).totals() }
    }

    /// The number of the process whose worker writes the receipts; nil when none does.
    public var workerProcess: Int32? { OutboxLock.holder(of: file) }

    /// How many receipts wait to be written, as far as this process knows without looking.
    package var queued: Int { transactions.queued.load(ordering: .relaxed) }

    /// A number that changes when another process has changed the outbox.
    package func version() async throws(OutboxError) -> Int64 {
        try await read { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0 }
    }

    /// Checks that the outbox can be written.
    package func check() async throws(OutboxError) {
        let now = now()
        try await perform { db, _ in
            try db.execute(sql: "DELETE FROM checks")
            try db.execute(sql: "INSERT INTO checks (at) VALUES (?)", arguments: [now])
        }
    }

    /// Counts the receipts anew, for when another process has changed the outbox.
    package func recount() async throws(OutboxError) {
        try await perform { db, state in state.queued = try OutboxStatements(db: db).statistics().queued }
    }

    // MARK: Dead letters

    /// Receipts that could never be written, the oldest first.
    ///
    /// - Parameters:
    ///   - id: Only those behind this number.
    ///   - limit: How many at most.
    public func deadLetters(after id: Int64 = 0, limit: Int = 1000) async throws(OutboxError) -> [DeadLetter]
    {
        try await read { db in try OutboxStatements(db: db).deadLetters(after: id, limit: limit) }
    }

    /// Puts dead letters back among the receipts that are to be written.
    ///
    /// - Returns: How many were there.
    public func retryDeadLetters(_ letters: [DeadLetter]) async throws(OutboxError) -> Int {
        let now = now()
        return try await perform { db, state in
            let statements = OutboxStatements(db: db)
            var count = 0
            for letter in letters where try statements.removeDeadLetter(letter.id) {
                let lane = try statements.lane(
                    conversation: letter.event.conversationID, user: letter.event.userID)
                if try statements.store(letter.event, in: lane, at: now).isNew { state.queued += 1 }
                count += 1
            }
            return count
        }
    }

    /// Forgets dead letters.
    ///
    /// - Returns: How many were there.
    public func dropDeadLetters(_ letters: [DeadLetter]) async throws(OutboxError) -> Int {
        try await perform { db, _ in
            let statements = OutboxStatements(db: db)
            return try letters.count { try statements.removeDeadLetter($0.id) }
        }
    }

    /// The time of the machine's clock in milliseconds since 1970.
    public static let systemTime: @Sendable () -> Int64 = { Timestamp().milliseconds }

    // MARK: Access

    private struct LaneKey: Hashable {
        let conversation: ConversationID
        let user: UserID
    }

    private func perform<Result: Sendable>(
        _ change: @escaping @Sendable (Database, inout GroupCommit.State) throws -> Result
    ) async throws(OutboxError) -> Result {
        do {
            return try await transactions.perform(change)
        } catch let error as OutboxError {
            throw error
        } catch {
            throw OutboxError(error, path)
        }
    }

    /// Stores rows of another outbox, before anybody else uses this one.
    func restore(_ rows: [OutboxVerification.Content]) throws(OutboxError) {
        do {
            try database.write { db in
                let statements = OutboxStatements(db: db)
                for row in rows { try statements.restore(row) }
            }
        } catch {
            throw OutboxError(error, path)
        }
    }

    /// Also for a task that was cancelled: a worker that is interrupted says at its end what it has done.
    private func read<Result: Sendable>(
        _ look: @escaping @Sendable (Database) throws -> Result
    ) async throws(OutboxError) -> Result {
        do {
            return try await Task { try await database.read(look) }.value
        } catch {
            throw OutboxError(error, path)
        }
    }
}
