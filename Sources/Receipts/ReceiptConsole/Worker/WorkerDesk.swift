import HTTPTransport
import HTTPTypes
import ReadReceipts
import ReceiptWorker

/// Shows a worker, and its dead letters.
struct WorkerDesk: Sendable {
    let reader: WorkerReader
    let watch: WorkerWatch

    /// The number of dead letters per page.
    private static let pageSize = 100

    private struct Overview: Encodable {
        /// The path of the outbox with the queue; nil if only the metrics are known.
        @Nullable var outbox: String?
        let isRunning: Bool
        /// The worker's process id; nil if none runs on this machine.
        @Nullable var worker: Int32?
        let queued: Int
        @Nullable var oldestSeconds: Int64?
        let retrying: Int
        let stored: Int
        let settled: Int
        let deadLetters: Int
        /// Whether the dead letters are listed: whether there is an outbox.
        let listsLetters: Bool
        @Nullable var redelivery: Redelivery?
        /// What a worker on Pub/Sub counts; nil for another.
        @Nullable var messages: WorkerCounts.Messages?
        /// Now, in milliseconds since 1970.
        let time: Int64

        init(_ reading: WorkerReading) {
            (outbox, isRunning, worker) = (reading.source, reading.isRunning, reading.process)
            (queued, retrying, time) = (reading.queued, reading.retrying, reading.time)
            oldestSeconds = reading.waiting.map { $0 / 1000 }
            (stored, settled) = (reading.stored, reading.settled)
            (deadLetters, listsLetters) = (reading.deadLetters, reading.outbox != nil)
            redelivery = reading.redelivery.map { Redelivery($0) }
            messages = reading.source == nil ? reading.counts?.messages : nil
        }
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
        @Nullable var outbox: String?
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

    /// Answers a request; nil if it is not about the worker.
    ///
    /// - Throws: ``ConsoleFailure``, also if there is no worker.
    func answer(
        _ method: HTTPRequest.Method, _ path: Substring, _ target: String, _ body: [UInt8]
    ) async throws -> HTTPExchangeResponse? {
        switch (path, method) {
        case ("/api/worker", .get): return try .json(Overview(try await reading()))
        case ("/api/worker/history", .get): return try .json(try await history(after: after(in: target)))
        case ("/api/worker/dead-letters/groups", .get):
            return try .json(["groups": try await groups(try outbox())])
        case ("/api/worker/dead-letters", .get):
            return try .json(["letters": try await letters(try outbox(), after: after(in: target))])
        case ("/api/worker/retry", .post):
            let outbox = try outbox()
            return try await change(body, outbox) { try await outbox.retryDeadLetters($0) }
        case ("/api/worker/drop", .post):
            let outbox = try outbox()
            return try await change(body, outbox) { try await outbox.dropDeadLetters($0) }
        case (_, _): return nil
        }
    }

    private func reading() async throws -> WorkerReading {
        guard let reading = try await reader.read() else {
            throw ConsoleFailure(.notFound, "there is no worker yet")
        }
        return reading
    }

    private func outbox() throws(ConsoleFailure) -> Outbox {
        guard let outbox = reader.outbox() else {
            throw ConsoleFailure(.notFound, "there is no worker's outbox yet")
        }
        return outbox
    }

    /// The number in `?after=5`; 0 without one.
    private func after(in target: String) throws(ConsoleFailure) -> Int64 {
        guard let query = target.firstRange(of: "?after=") else { return 0 }
        guard let number = Int64(target[query.upperBound...]) else {
            throw ConsoleFailure(.badRequest, "after must be a number")
        }
        return number
    }

    private func history(after time: Int64) async throws -> History {
        let source = try await reading().source
        let rows = await watch.history(of: source, after: time)
        return History(
            outbox: source, every: watch.interval, rows: rows, time: Outbox.systemTime())
    }

    private func groups(_ outbox: Outbox) async throws -> [Group] {
        try await outbox.deadLetterGroups(limit: WorkerDesk.pageSize).map { group in
            Group(
                code: group.code, cause: group.cause, count: group.count, first: group.refused.lowerBound,
                last: group.refused.upperBound)
        }
    }

    private func letters(_ outbox: Outbox, after id: Int64) async throws -> [Letter] {
        try await outbox.deadLetters(after: id, limit: WorkerDesk.pageSize).map { letter in
            Letter(
                id: letter.id, kind: letter.event.receipt.name, conversation: letter.event.conversationID,
                message: letter.event.messageID, user: letter.event.userID, code: letter.code,
                reason: letter.reason, refusedAt: letter.refusedAt)
        }
    }

    /// Changes the selected dead letters.
    private func change(
        _ body: [UInt8], _ outbox: Outbox, _ change: ([DeadLetter]) async throws -> Int
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
