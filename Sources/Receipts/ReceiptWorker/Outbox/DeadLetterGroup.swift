import SQLite

/// Dead letters with the same cause.
public struct DeadLetterGroup: Sendable, Equatable {
    /// The name of the status code, such as `PERMISSION_DENIED`.
    public let code: String
    /// The reason that they have in common: see ``DeadLetter/cause``.
    public let cause: String
    /// The number of dead letters.
    public internal(set) var count: Int
    /// When the first and the last of them were refused, in milliseconds since 1970.
    public internal(set) var refused: ClosedRange<Int64>
}

extension DeadLetter {
    /// The reason without names of documents, so that the reasons of two letters with the same cause are equal.
    public var cause: String { DeadLetter.cause(of: reason) }

    fileprivate static func cause(of reason: String) -> String {
        reason.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.utf8.count { $0 == UInt8(ascii: "/") } > 1 ? "…" : String($0) }.joined(separator: " ")
    }
}

extension Outbox {
    /// How many different reasons are looked at.
    private static let reasonLimit = 10_000

    /// Counts dead letters by their cause, the most frequent cause first. Of more than 10,000 different reasons the rarest are left out.
    ///
    /// - Parameter limit: The maximum number of groups.
    public func deadLetterGroups(limit: Int = 100) async throws(OutboxError) -> [DeadLetterGroup] {
        let reasons = try await read { db in
            try OutboxStatements(db: db).deadLetterReasons(limit: Outbox.reasonLimit)
        }
        var groups: [[String]: DeadLetterGroup] = [:]
        for reason in reasons {
            let key = [reason.code, reason.cause]
            guard var known = groups[key] else {
                groups[key] = reason
                continue
            }
            known.count += reason.count
            known.refused =
                min(
                    known.refused.lowerBound, reason.refused.lowerBound)...max(
                    known.refused.upperBound, reason.refused.upperBound)
            groups[key] = known
        }
        let sorted = groups.values.sorted {
            ($1.count, $0.code, $0.cause) < ($0.count, $1.code, $1.cause)
        }
        return Array(sorted.prefix(limit))
    }
}

extension OutboxStatements {
    fileprivate func deadLetterReasons(limit: Int) throws -> [DeadLetterGroup] {
        let statement = try db.statement(
            """
            SELECT code, reason, COUNT(*), MIN(refused_at), MAX(refused_at) FROM dead_letters
            WHERE \(OutboxTable.deadLetters.isWhole) GROUP BY code, reason ORDER BY 3 DESC LIMIT ?
            """)
        var reasons: [DeadLetterGroup] = []
        try statement.forEachRow([limit]) { row in
            reasons.append(
                DeadLetterGroup(
                    code: try row.text(0), cause: DeadLetter.cause(of: try row.text(1)),
                    count: Int(try row.integer(2)), refused: try row.integer(3)...row.integer(4)))
        }
        return reasons
    }
}
