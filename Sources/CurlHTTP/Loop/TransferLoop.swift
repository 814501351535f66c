import HTTPTransport
import Synchronization

/// The side of the driver thread that other threads see: a queue of commands, and the way to wake the thread.
///
/// Commands are only put in here; what they mean is the ``TransferDriver``'s affair.
final class TransferLoop: Sendable {
    /// What the driver thread is asked to do.
    enum Command: Sendable {
        case start(Transfer.Submission)
        case cancel(Transfer.ID)
        case resume(Transfer.ID)
    }

    private struct State {
        enum Phase { case running, stopping, ended }

        var phase = Phase.running
        var commands: [Command] = []
        /// Whether the thread sleeps and nobody has woken it yet: one call wakes it for any number of commands.
        var isAsleep = false
        /// Why the thread could not do its work, if it could not.
        var defect: String?
        var waitingForEnd: [CheckedContinuation<Void, Never>] = []

        /// Whether the caller must wake the thread.
        mutating func takeSleep() -> Bool {
            defer { isAsleep = false }
            return isAsleep
        }
    }

    /// How many connections have been opened.
    let connectionsOpened = Atomic(0)
    /// How many transfers the driver has, admitted or waiting.
    let transfersUnderWay = Atomic(0)

    private let configuration: HTTPClientConfiguration
    private let state = Mutex(State())
    /// How to wake the thread, while there is one. A lock of its own: the thread that wakes up takes the other first.
    private let wakeup = Mutex<MultiHandle.Wakeup?>(nil)

    init(_ configuration: HTTPClientConfiguration) {
        self.configuration = configuration
    }

    /// Starts the thread. It keeps this object alive until it ends.
    func start() {
        let hasThread = DriverThread.start { [self] in
            do throws(CurlError) {
                let driver = try TransferDriver(self, configuration)
                // The handle goes with the driver, and only when nobody can use its wake-up any more.
                withExtendedLifetime(driver) {
                    wakeup.withLock { $0 = driver.wakeup }
                    driver.run()
                    wakeup.withLock { $0 = nil }
                }
            } catch {
                stop(defect: "the client cannot start (\(error.text))")
            }
            end()
        }
        if !hasThread {
            stop(defect: "the client cannot start (the system has no thread to give)")
            end()
        }
    }

    // For clients, on any thread.

    /// Hands a request to the driver; if there is no driver any more, fails it at once.
    func submit(_ submission: Transfer.Submission) {
        if !send(.start(submission)) { refuse(submission) }
    }

    /// Queues a command.
    ///
    /// - Returns: Whether somebody will look at it.
    @discardableResult
    func send(_ command: Command) -> Bool {
        let (isTaken, mustWake) = state.withLock { state in
            guard state.phase == .running else { return (false, false) }
            state.commands.append(command)
            return (true, state.takeSleep())
        }
        if mustWake { wake() }
        return isTaken
    }

    /// Asks the thread to end; the transfers under way are failed.
    func stop() {
        stop(defect: nil)
    }

    /// Returns when the thread has ended.
    func untilEnded() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if state.phase != .ended { state.waitingForEnd.append(continuation) }
                return state.phase == .ended
            }
            if hasEnded { continuation.resume() }
        }
    }

    // For the driver thread.

    /// Takes the commands that have come in; `nil` when the driver must end.
    func takeCommands() -> [Command]? {
        state.withLock { state in
            state.isAsleep = false
            guard state.phase == .running else { return nil }
            // Nearly always nothing, and then nothing is allocated either.
            if state.commands.isEmpty { return [] }
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Announces that the driver is about to sleep.
    ///
    /// - Returns: Whether it may: not when something has come in since ``takeCommands()``.
    func mayFallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.phase == .running && state.commands.isEmpty
            return state.isAsleep
        }
    }

    private func stop(defect: String?) {
        let mustWake = state.withLock { state in
            guard state.phase == .running else { return false }
            state.phase = .stopping
            state.defect = defect
            return state.takeSleep()
        }
        if mustWake { wake() }
    }

    private func wake() {
        wakeup.withLock { $0?() }
    }

    private func end() {
        let (commands, waiting) = state.withLock { state in
            defer {
                state.phase = .ended
                state.commands = []
                state.waitingForEnd = []
            }
            return (state.commands, state.waitingForEnd)
        }
        for case .start(let submission) in commands { refuse(submission) }
        for continuation in waiting { continuation.resume() }
    }

    private func refuse(_ submission: Transfer.Submission) {
        let defect = state.withLock { $0.defect }
        let error =
            defect.map { HTTPTransportError(.other, $0) }
            ?? TransferFailure.shutDown.error(at: submission.plan.endpoint, requestBegan: false)
        submission.delivery.fail(error)
    }
}
