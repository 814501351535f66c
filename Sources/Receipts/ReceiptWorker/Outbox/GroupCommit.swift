import SQLite
import Synchronization

/// Carries out changes. Those that arrive while a transaction is being written share the next one, because a small change takes nearly all
/// of its time waiting for the disk.
actor GroupCommit {
    /// The number of waiting receipts, as far as this process knows.
    nonisolated let queued: Atomic<Int>

    /// What is known about the outbox without a query. Restored if a transaction fails.
    struct State: Sendable {
        /// The number of waiting receipts.
        var queued: Int
    }

    /// A change, and how to notify its caller.
    private struct Change {
        /// Carries it out.
        ///
        /// - Returns: A function that reports success, to be called once the transaction is made.
        let carryOut: @Sendable (SQLiteConnection, inout State) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private let database: SQLiteFile
    private var state: State
    private var waiting: [Change] = []
    private var isRunning = false

    /// The maximum number of changes per transaction.
    private static let mostTogether = 500

    init(_ database: SQLiteFile, queued: Int) {
        self.database = database
        state = State(queued: queued)
        self.queued = Atomic(queued)
    }

    /// Carries out a change, and returns once it is on the disk.
    ///
    /// - Parameter change: May throw an ``OutboxError`` before it changes anything, which affects no other change. Any other error rolls
    ///   back the whole transaction.
    func perform<Result: Sendable>(
        _ change: @escaping @Sendable (SQLiteConnection, inout State) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(
                Change(
                    carryOut: { db, state in
                        do {
                            let result = try change(db, &state)
                            return { continuation.resume(returning: result) }
                        } catch let refusal as OutboxError {
                            return { continuation.resume(throwing: refusal) }
                        }
                    }, fail: { continuation.resume(throwing: $0) }))
            if isRunning { return }
            isRunning = true
            Task { await run() }
        }
    }

    private func run() async {
        while !waiting.isEmpty {
            let changes = Array(waiting.prefix(GroupCommit.mostTogether))
            waiting.removeFirst(changes.count)
            await commit(changes)
        }
        isRunning = false
    }

    private func commit(_ changes: [Change]) async {
        let before = state
        do {
            let (after, conclusions) = try await database.write { db in
                var state = before
                let conclusions = try changes.map { try $0.carryOut(db, &state) }
                return (state, conclusions)
            }
            state = after
            queued.store(after.queued, ordering: .relaxed)
            for conclude in conclusions { conclude() }
        } catch {
            // The transaction was rolled back before any caller was notified.
            for change in changes { change.fail(error) }
        }
    }
}
