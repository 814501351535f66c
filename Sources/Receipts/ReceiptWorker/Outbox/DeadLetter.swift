/// A receipt that can never be written as things are.
public struct DeadLetter: Sendable, Equatable {
    /// Its number in the outbox.
    public let id: Int64
    /// The event.
    public let event: ReceiptEvent
    /// The name of the status code, such as `PERMISSION_DENIED`.
    public let code: String
    /// The reason, in one line.
    public let reason: String
    /// When the server refused it, in milliseconds since 1970.
    public let refusedAt: Int64
}

extension Outbox {
    /// Reads dead letters, oldest first.
    ///
    /// - Parameters:
    ///   - id: Returns only dead letters with a higher number.
    ///   - limit: The maximum number to return.
    public func deadLetters(after id: Int64 = 0, limit: Int = 1000) async throws(OutboxError) -> [DeadLetter]
    {
        try await read { db in try OutboxStatements(db: db).deadLetters(after: id, limit: limit) }
    }

    /// Queues dead letters to be written again.
    ///
    /// - Returns: How many of them still existed.
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

    /// Adds events that can never be written, of which the outbox knows nothing.
    func storeDeadLetters(_ refusals: [EventRefusal]) async throws(OutboxError) {
        let now = now()
        try await perform { db, _ in
            let statements = OutboxStatements(db: db)
            for refusal in refusals {
                guard let event = refusal.event else { continue }
                try statements.bury(event, code: refusal.code, reason: refusal.reason, at: now)
            }
        }
    }

    /// Deletes dead letters.
    ///
    /// - Returns: How many of them still existed.
    public func dropDeadLetters(_ letters: [DeadLetter]) async throws(OutboxError) -> Int {
        try await perform { db, _ in
            let statements = OutboxStatements(db: db)
            return try letters.count { try statements.removeDeadLetter($0.id) }
        }
    }
}
