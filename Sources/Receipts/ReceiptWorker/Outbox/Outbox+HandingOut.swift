import SQLite

/// What the worker does: takes receipts out in batches, and settles them.
extension Outbox {
    /// Returns the next receipts to write: those of one lane, or of as many lanes as fill a commit. Sets damaged rows aside.
    ///
    /// - Parameters:
    ///   - lane: Only lanes with a higher number are considered.
    ///   - busy: Lanes that are being written.
    ///   - documents: Documents that must not be written now.
    ///   - limit: The maximum number of receipts.
    ///   - mixesLanes: Whether a batch may hold receipts of several lanes.
    /// - Returns: The batch, nil when nothing is left after that lane; and the rows set aside.
    package func handOut(
        after lane: Int64, except busy: Set<Int64>, without documents: Set<ReceiptDocument> = [], limit: Int,
        mixesLanes: Bool
    ) async throws(OutboxError) -> (batch: OutboxBatch?, damage: [OutboxDamage]) {
        var damage: [OutboxDamage] = []
        while true {
            let now = now()
            let found = try await read { db in
                try Outbox.look(
                    OutboxStatements(db: db), at: now, after: lane, except: busy, without: documents, limit,
                    mixesLanes)
            }
            if found.damage.isEmpty { return (found.batch.parts.isEmpty ? nil : found.batch, damage) }
            try await setAside(found.damage)
            damage += found.damage
        }
    }

    private static func look(
        _ statements: OutboxStatements, at now: Int64, after lane: Int64, except busy: Set<Int64>,
        without documents: Set<ReceiptDocument>, _ limit: Int, _ mixesLanes: Bool
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
                let receipts =
                    documents.isEmpty
                    ? found.receipts : found.receipts.filter { !documents.contains(lane.document(of: $0)) }
                if receipts.isEmpty { continue }
                batch.parts.append((lane, receipts))
                room = mixesLanes ? room - receipts.count : 0
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

    /// Checks all rows, and sets aside those that block receipts.
    package func setObstaclesAside() async throws(OutboxError) -> [OutboxDamage] {
        try await perform { db, state in
            let statements = OutboxStatements(db: db)
            let damage = try statements.obstacles()
            _ = try statements.setAside(damage)
            state.queued = try statements.statistics().queued
            return damage
        }
    }

    /// Records the results of trying to write receipts.
    package func settle(_ settlements: [LaneSettlement]) async throws(OutboxError) {
        let now = now()
        // It waits for the disk too. Otherwise a power failure could damage several transactions of the log, which looks like lost receipts.
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

    /// When the first postponed receipts are due again, in milliseconds since 1970; nil when none are postponed.
    package func firstPostponement() async throws(OutboxError) -> Int64? {
        let now = now()
        return try await read { db in try OutboxStatements(db: db).firstPostponement(after: now) }
    }
}
