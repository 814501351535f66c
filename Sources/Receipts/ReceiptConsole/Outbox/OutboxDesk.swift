import HTTPTransport
import HTTPTypes
import ReadReceipts
import ReceiptWorker

/// Shows the outbox of a worker, and its dead letters.
struct OutboxDesk: Sendable {
    let outbox: Outbox

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
        /// Now, in milliseconds since 1970.
        let time: Int64
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
        let ids: [Int64]?
        let all: Bool?
    }

    /// Answers a request; nil if it is not about the outbox.
    func answer(
        _ method: HTTPRequest.Method, _ path: Substring, _ target: String, _ body: [UInt8]
    ) async throws -> HTTPExchangeResponse? {
        switch (path, method) {
        case ("/api/worker", .get): return try .json(try await overview())
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
            deadLetters: statistics.deadLetters, worker: outbox.workerProcess, time: now)
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
        let chosen = Set(selection.ids ?? [])
        if chosen.isEmpty, selection.all != true {
            throw ConsoleFailure(.badRequest, "name the dead letters: {\"ids\": [1, 2]} or {\"all\": true}")
        }
        var (last, count): (Int64, Int) = (0, 0)
        while true {
            let page = try await outbox.deadLetters(after: last)
            guard let end = page.last else { break }
            last = end.id
            count += try await change(selection.all == true ? page : page.filter { chosen.contains($0.id) })
        }
        return try .json(["count": count])
    }
}
