import SQLite

/// The receipts whose last attempt failed, and that are tried again.
public struct OutboxRedelivery: Sendable, Equatable {
    /// The number of users' conversations they belong to. The receipts of one are tried together.
    public var lanes = 0
    /// How often the one with the most failures has failed in a row.
    public var mostFailures = 0
    /// When the next one is tried, in milliseconds since 1970; nil if none waits.
    public var nextAttemptAt: Int64?

    /// Creates the state of an outbox in which nothing has failed.
    public init() {}
}

extension Outbox {
    /// Looks at what is tried again.
    public func redelivery() async throws(OutboxError) -> OutboxRedelivery {
        try await read { db in
            var redelivery = OutboxRedelivery()
            try db.statement(
                """
                SELECT COUNT(*), MAX(failures), MIN(postponed_until) FROM lanes
                WHERE failures > 0 AND id IN (SELECT lane FROM receipts WHERE set_aside IS NULL)
                """
            ).forEachRow { row in
                redelivery.lanes = Int(try row.integer(0))
                redelivery.mostFailures = Int(try row.optionalInteger(1) ?? 0)
                redelivery.nextAttemptAt = try row.optionalInteger(2)
            }
            return redelivery
        }
    }
}
