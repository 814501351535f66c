import Synchronization

/// Interrupts one access to a file, and no other.
final class SQLiteInterruption: Sendable {
    private enum State {
        case waiting
        case running(SQLiteConnection.Handle)
        case cancelled
    }

    private let state = Mutex(State.waiting)

    /// Ends the access, from any thread.
    func cancel() {
        state.withLock { state in
            if case .running(let handle) = state { handle.interrupt() }
            state = .cancelled
        }
    }

    /// Carries out an access that can be interrupted.
    ///
    /// - Throws: `CancellationError` if it was; otherwise what the access throws.
    func guarding<Result>(_ handle: SQLiteConnection.Handle, _ body: () throws -> Result) throws -> Result {
        try state.withLock { state in
            if case .cancelled = state { throw CancellationError() }
            state = .running(handle)
        }
        defer {
            state.withLock { $0 = .cancelled }
            handle.goOn()
        }
        do {
            return try body()
        } catch let error as SQLiteError where error.code == .interrupt {
            throw CancellationError()
        }
    }
}
