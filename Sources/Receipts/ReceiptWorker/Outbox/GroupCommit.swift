import GRDB
import Synchronization

/// Carries changes out, those that come while one is being written to the disk together in the next transaction: to wait for the
/// disk is nearly all that a small change takes.
actor GroupCommit {
    /// How many receipts wait, as far as this process knows.
    nonisolated let queued: Atomic<Int>

    /// What is known of the outbox without looking; of a transaction that fails it is taken back.
    struct State: Sendable {
        /// How many receipts wait.
        var queued: Int
    }

    /// A change, and how whoever waits for it is told.
    private struct Change {
        /// Carries it out.
        ///
        /// - Returns: What tells of the success, once the transaction is on the disk.
        let carryOut: @Sendable (Database, inout State) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private let database: DatabaseQueue
    private var state: State
    private var waiting: [Change] = []
    private var isRunning = false

    /// How many changes go into one transaction at most.
    private static let mostTogether = 500

    init(_ database: DatabaseQueue, queued: Int) {
        self.database = database
        state = State(queued: queued)
        self.queued = Atomic(queued)
    }

    /// Carries a change out, and returns once it is on the disk.
    ///
    /// - Parameter change: May throw an ``OutboxError`` before it changes anything, which concerns nobody else; any other error undoes
    ///   all that go into the same transaction.
    func perform<Result: Sendable>(
        _ change: @escaping @Sendable (Database, inout State) throws -> Result
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
            // What was carried out is undone, and nobody was told of it.
            for change in changes { change.fail(error) }
        }
    }
}
