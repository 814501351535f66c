import HTTPTransport
import Synchronization

/// Runs the ``TransferDriver``: on a thread that sleeps until a socket is ready or a command arrives, and on the threads
/// of callers whose requests would lose time by waiting for that thread.
final class TransferLoop: Sendable {
    /// What the driver thread is asked to do.
    enum Command: Sendable {
        case start(Transfer.Submission)
        case cancel(Transfer.ID)
        case resume(Transfer.ID)
    }

    private struct State {
        /// `idle` until the first request: an unused client has no thread.
        enum Phase { case idle, running, stopping, ended }

        var phase = Phase.idle
        var commands: [Command] = []
        /// Whether the thread sleeps and has not been woken yet. One call wakes it for any number of commands.
        var isAsleep = false
        /// Why the thread could not start, if it could not.
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
    /// How many transfers the driver has, admitted or queued.
    let transfersUnderWay = Atomic(0)

    private let configuration: HTTPClientConfiguration
    private let state = Mutex(State())
    /// Where the thread sleeps, or why it cannot.
    private let monitor: Result<SystemSocketMonitor, CurlError>
    /// The driver, while its thread runs.
    private let driver = Mutex<TransferDriver?>(nil)

    init(_ configuration: HTTPClientConfiguration) {
        self.configuration = configuration
        monitor = Result { () throws(CurlError) in try SystemSocketMonitor() }
    }

    /// Starts the thread. It keeps this object alive until it ends.
    private func start() {
        let hasThread = DriverThread.start(stop: { [self] in stop() }) { [self] in
            do throws(CurlError) {
                let monitor = try monitor.get()
                try driver.withLock { (driver) throws(CurlError) in
                    driver = try TransferDriver(self, configuration, monitor)
                }
                drive(monitor)
            } catch {
                stop(defect: "the client cannot start (\(error.text))")
            }
            end()
        }
        if !hasThread {
            stop(
                defect: "the client cannot start (the system is out of threads, or the process is ending)"
            )
            end()
        }
    }

    // For clients, on any thread.

    /// Passes a request to the driver, or fails it if there is no longer one.
    func submit(_ submission: Transfer.Submission) {
        if Self.beginsOnCallersThread(submission.plan.endpoint), begin(submission) { return }
        if !send(.start(submission)) { refuse(submission) }
    }

    /// Whether a request is begun on the caller's thread.
    ///
    /// On this machine an answer takes no longer than waking a thread. For other machines it does not matter, and only
    /// the driver thread is safe from SIGPIPE, which TLS in older versions of curl may raise.
    private static func beginsOnCallersThread(_ endpoint: Endpoint) -> Bool {
        endpoint.scheme == .http && endpoint.isLoopback && CurlLibrary.neverRaisesSIGPIPE
    }

    /// Begins a request on this thread.
    ///
    /// - Returns: False while another thread uses the driver.
    private func begin(_ submission: Transfer.Submission) -> Bool {
        let mustWake: Bool? = driver.withLockIfAvailable { $0?.begin(submission) } ?? nil
        if mustWake == true { wake() }
        return mustWake != nil
    }

    /// Queues a command.
    ///
    /// - Returns: Whether the thread will execute it.
    @discardableResult
    func send(_ command: Command) -> Bool {
        let (isTaken, mustStart, mustWake) = state.withLock { state in
            let isFirst = state.phase == .idle
            if isFirst, case .start = command { state.phase = .running }
            guard state.phase == .running else { return (false, false, false) }
            state.commands.append(command)
            return (true, isFirst, state.takeSleep())
        }
        if mustStart { start() }
        if mustWake { wake() }
        return isTaken
    }

    /// Asks the thread to end; the transfers under way are failed.
    func stop() {
        stop(defect: nil)
    }

    /// Whether it has ended.
    var hasEnded: Bool { state.withLock { $0.phase == .ended } }

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

    // For the driver.

    /// Takes the queued commands.
    func takeCommands() -> [Command] {
        state.withLock { state in
            // There are hardly ever any, and then nothing is allocated.
            if state.commands.isEmpty { return [] }
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// The driver thread: works and sleeps in turns, until the loop is stopped.
    private func drive(_ monitor: SystemSocketMonitor) {
        var events: [(socket: Int32, readiness: SocketReadiness)] = []
        while isRunning() {
            let sleep = driver.withLock { driver in
                driver?.advance(events)
                return driver?.planSleep() ?? 0
            }
            monitor.wait(milliseconds: mayFallAsleep() ? sleep : 0, into: &events)
        }
        driver.withLock { driver in
            driver?.failAll(.shutDown)
            driver = nil
        }
    }

    /// Whether the driver thread, which is awake, must continue.
    private func isRunning() -> Bool {
        state.withLock { state in
            state.isAsleep = false
            return state.phase == .running
        }
    }

    /// Announces that the thread is about to sleep.
    ///
    /// - Returns: False when a command has arrived since ``takeCommands()``.
    private func mayFallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.phase == .running && state.commands.isEmpty
            return state.isAsleep
        }
    }

    private func stop(defect: String?) {
        let (hasNoThread, mustWake) = state.withLock { state in
            let hasNoThread = state.phase == .idle
            guard hasNoThread || state.phase == .running else { return (false, false) }
            state.phase = .stopping
            state.defect = defect
            return (hasNoThread, state.takeSleep())
        }
        if hasNoThread { end() }
        if mustWake { wake() }
    }

    private func wake() {
        if case .success(let monitor) = monitor { monitor.wake() }
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
