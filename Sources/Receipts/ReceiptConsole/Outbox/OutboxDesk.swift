import HTTPTransport
import HTTPTypes
import ReadReceipts
import ReceiptWorker

/// Shows the outbox of a worker, and its dead letters.
struct OutboxDesk: Sendable {
    let outbox: Outbox
    let watch: WorkerWatch

    /// The number of dead letters per page.
    private static let pageSize = 100

    private struct Overview: Encodable {
        let outbox: String
        let queued: Int
        @Nullable var oldestSeconds: Int64?
        let retrying: Int
        let stored: Int
        let settled: Int
        let deadLetters: Int
        /// The worker's process id; nil if none runs.
        @Nullable var worker: Int32?
        let redelivery: Redelivery
        /// Now, in milliseconds since 1970.
        let time: Int64
    }

    private struct Redelivery: Encodable, Equatable {
        let lanes: Int
        let mostFailures: Int
        @Nullable var nextAttemptAt: Int64?

        init(_ redelivery: OutboxRedelivery) {
            (lanes, mostFailures) = (redelivery.lanes, redelivery.mostFailures)
            nextAttemptAt = redelivery.nextAttemptAt
        }
    }

    private struct History: Encodable {
        let outbox: String
        /// The time between two samples, in milliseconds.
        let every: Int
        /// See `WorkerHistory.Sample.row`.
        let rows: [[Double?]]
        /// Now, in milliseconds since 1970.
        let time: Int64
    }

    private struct Group: Codable, Equatable {
        let code: String
        let cause: String
        var count: Int?
        var first: Int64?
        var last: Int64?
    }

    private struct Letter: Encodable {
        let id: Int64
        let kind: String
        let conversation: ConversationID
        let message: MessageID
        let user: UserID
        let code: String
        let reason: String
        let refusedAt: Int64
    }

    private struct Selection: Decodable {
        let ids: Set<Int64>?
        let group: Group?
        let all: Bool?

        func contains(_ letter: DeadLetter) -> Bool {
            all == true || ids?.contains(letter.id) == true
                || group.map { $0.code == letter.code && $0.cause == letter.cause } == true
        }
    }

    /// Answers a request; nil if it is not about the outbox.
    func answer(
        _ method: HTTPRequest.Method, _ path: Substring, _ target: String, _ body: [UInt8]
    ) async throws -> HTTPExchangeResponse? {
        switch (path, method) {
        case ("/api/worker", .get): return try .json(try await overview())
        case ("/api/worker/history", .get):
            let prefix = "/api/worker/history?after="
            guard let after = Int64(target.hasPrefix(prefix) ? target.dropFirst(prefix.count) : "0") else {
                throw ConsoleFailure(.badRequest, "after must be a number")
            }
            return try .json(try await history(after: after))
        case ("/api/worker/dead-letters/groups", .get):
            return try .json(["groups": try await groups()])
        case ("/api/worker/dead-letters", .get):
            let prefix = "/api/worker/dead-letters?after="
            let after = target.hasPrefix(prefix) ? Int64(target.dropFirst(prefix.count)) : 0
            guard let after else { throw ConsoleFailure(.badRequest, "after must be a number") }
            return try .json(["letters": try await letters(after: after)])
        case ("/api/worker/retry", .post):
            return try await change(body) { try await outbox.retryDeadLetters($0) }
        case ("/api/worker/drop", .post):
            return try await change(body) { try await outbox.dropDeadLetters($0) }
        case (_, _): return nil
        }
    }

    private func overview() async throws -> Overview {
        let (statistics, totals) = (try await outbox.statistics(), try await outbox.totals())
        let now = Outbox.systemTime()
        return Overview(
            outbox: outbox.path, queued: statistics.queued,
            oldestSeconds: statistics.oldestStoredAt.map { max(now - $0, 0) / 1000 },
            retrying: statistics.retrying, stored: totals.stored, settled: totals.settled,
            deadLetters: statistics.deadLetters, worker: outbox.workerProcess,
            redelivery: Redelivery(try await outbox.redelivery()), time: now)
    }

    private func history(after time: Int64) async throws -> History {
        let rows = await watch.history(of: outbox.path, after: time)
        return History(
            outbox: outbox.path, every: watch.interval, rows: rows, time: Outbox.systemTime())
    }

    private func groups() async throws -> [Group] {
        try await outbox.deadLetterGroups(limit: OutboxDesk.pageSize).map { group in
            Group(
                code: group.code, cause: group.cause, count: group.count, first: group.refused.lowerBound,
                last: group.refused.upperBound)
        }
    }

    private func letters(after id: Int64) async throws -> [Letter] {
        try await outbox.deadLetters(after: id, limit: OutboxDesk.pageSize).map { letter in
            Letter(
                id: letter.id, kind: letter.event.receipt.name, conversation: letter.event.conversationID,
                message: letter.event.messageID, user: letter.event.userID, code: letter.code,
                reason: letter.reason, refusedAt: letter.refusedAt)
        }
    }

    /// Changes the selected dead letters.
    private func change(
        _ body: [UInt8], _ change: ([DeadLetter]) async throws -> Int
    ) async throws -> HTTPExchangeResponse {
        let selection = try ConsoleJSON.read(Selection.self, from: body)
        if selection.ids?.isEmpty ?? true, selection.group == nil, selection.all != true {
            throw ConsoleFailure(
                .badRequest,
                "name the dead letters: {\"ids\": [1, 2]}, {\"group\": {\"code\": …, \"cause\": …}} or {\"all\": true}"
            )
        }
        var (last, count): (Int64, Int) = (0, 0)
        while true {
            let page = try await outbox.deadLetters(after: last)
            guard let end = page.last else { break }
            last = end.id
            count += try await change(page.filter(selection.contains))
        }
        return try .json(["count": count])
    }
}
