import Synchronization

/// Shows a progress line on a terminal once a command has taken a second, and removes it when the command is done.
final class Progress: Sendable {
    private struct State {
        var line: ProgressLine
        /// When the line was last drawn.
        var drawnAt: Duration?
    }

    /// Nobody waits for less than this.
    private static let patience = Duration.seconds(1)
    /// The time between two drawings.
    private static let interval = Duration.milliseconds(100)

    private let draw: (@Sendable (String) -> Void)?
    private let uptime: @Sendable () -> Duration
    private let startedAt: Duration
    private let state: Mutex<State>

    /// - Parameter isQuiet: Whether to show nothing.
    init(_ line: ProgressLine, isQuiet: Bool = false, in context: CommandContext) {
        draw = isQuiet ? nil : context.console.redraw
        uptime = context.uptime
        startedAt = context.uptime()
        state = Mutex(State(line: line))
    }

    /// Notes how much is done in total.
    func update(_ done: Int) {
        guard let draw else { return }
        state.withLock { state in
            let now = uptime()
            state.line.done = done
            state.line.elapsed = now - startedAt
            if state.line.elapsed < Self.patience { return }
            if let drawnAt = state.drawnAt, now - drawnAt < Self.interval { return }
            state.drawnAt = now
            draw(state.line.text)
        }
    }

    /// Notes that one more is done, of a total that was not known before.
    func advance(of total: Int) {
        update(
            state.withLock { state in
                state.line.total = total
                state.line.done += 1
                return state.line.done
            })
    }

    /// Removes the line.
    func finish() {
        state.withLock { state in
            if state.drawnAt != nil { draw?("") }
            state.drawnAt = nil
        }
    }
}

extension CommandContext {
    /// Shows progress while a function runs, unless the user wants quiet.
    func showing<Result, Failure: Error>(
        _ line: ProgressLine, isQuiet: Bool = false, _ body: (Progress) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let progress = Progress(line, isQuiet: isQuiet, in: self)
        defer { progress.finish() }
        return try await body(progress)
    }
}
