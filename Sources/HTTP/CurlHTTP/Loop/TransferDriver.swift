import CCurl
import HTTPTransport
import Synchronization

/// Owns everything of curl: executes commands and advances the transfers. It never waits.
///
/// Its ``TransferLoop`` lets in one thread at a time. Curl's callbacks reach the ``Transfer`` objects, not this one.
final class TransferDriver {
    private let loop: TransferLoop
    private let configuration: HTTPClientConfiguration
    private let multi: MultiHandle
    /// Unused handles.
    private var pool: [EasyHandle] = []
    private var transfers: [Transfer.ID: Transfer] = [:]
    private var admission: AdmissionQueue<Endpoint, Transfer.ID>
    /// Transfers whose turn has come.
    private var admitted: [Transfer.ID] = []
    /// Nothing times out before this, here or in curl. It may be too early, so that the end of a request need not change
    /// it, and few requests have to wake the sleeping thread.
    private var earliestDeadline: ContinuousClock.Instant?
    /// When curl is asked again about transfers without a connection.
    private var nextLook: ContinuousClock.Instant?
    /// Whether curl has more to do now.
    private var mustGoOn = false
    /// Until when the driver thread sleeps unless it is woken.
    private var endOfSleep = ContinuousClock.Instant.now

    init(
        _ loop: TransferLoop, _ configuration: HTTPClientConfiguration, _ monitor: SystemSocketMonitor
    ) throws(CurlError) {
        self.loop = loop
        self.configuration = configuration
        let limit = min(max(1, configuration.maximumConcurrentRequestsPerHost), 100_000)
        // Room for the connections of a busy host, and for a few of quiet ones.
        multi = try MultiHandle(idleConnections: limit + 8, monitor: monitor)
        admission = AdmissionQueue(limit: limit)
    }

    /// Does all pending work.
    ///
    /// - Parameter events: Sockets that are ready. Curl ignores those that it no longer has.
    func advance(_ events: [(socket: Int32, readiness: SocketReadiness)] = []) {
        for command in loop.takeCommands() { execute(command) }
        moveOn(events)
    }

    /// Begins a request directly, without queueing a command.
    ///
    /// - Returns: Whether the driver thread would sleep too long for it, and must be woken.
    func begin(_ submission: Transfer.Submission) -> Bool {
        accept(submission)
        moveOn([])
        let nextTurn = mustGoOn ? .now : earliestDeadline ?? endOfSleep
        guard nextTurn < endOfSleep else { return false }
        endOfSleep = nextTurn
        return true
    }

    /// How long the driver thread may sleep, in milliseconds.
    func planSleep() -> Int {
        let now = ContinuousClock.Instant.now
        endOfSleep = mustGoOn ? now : earliestDeadline ?? now + .seconds(60)
        return mustGoOn ? 0 : (endOfSleep - now).clampedMilliseconds
    }

    /// Ends everything that is under way.
    func failAll(_ failure: TransferFailure) {
        for transfer in transfers.values { stop(transfer, failure) }
    }

    private func moveOn(_ events: [(socket: Int32, readiness: SocketReadiness)]) {
        do throws(CurlError) {
            for event in events { try multi.act(on: event.socket, event.readiness) }
            // The end of one transfer may be the beginning of another.
            repeat {
                beginAdmitted()
                try actOnTime()
                collectFinished()
                checkDeadlines()
                try lookAtConnections()
            } while !admitted.isEmpty
        } catch {
            // Curl's own state is broken, which it says happens only when out of memory.
            failAll(.curl(error))
        }
    }

    private func execute(_ command: TransferLoop.Command) {
        switch command {
        case .start(let submission):
            accept(submission)
        case .cancel(let id):
            if let transfer = transfers[id] { stop(transfer, .cancelled) }
        case .resume(let id):
            guard let transfer = transfers[id], let easy = transfer.easy else { return }
            transfer.machine.resumed(at: .now)
            easy.resume()
        }
    }

    private func accept(_ submission: Transfer.Submission) {
        do {
            let now = ContinuousClock.Instant.now
            let transfer = try Transfer(submission, configuration, at: now)
            transfers[transfer.id] = transfer
            loop.transfersUnderWay.store(transfers.count, ordering: .relaxed)
            noteNextCheck(of: transfer, after: now)
            // A stream may stay open for ever, so others must not wait for its end.
            if transfer.isStreamed || admission.enter(transfer.id, host: transfer.plan.endpoint) {
                admit(transfer.id)
            }
        } catch {
            let failure = TransferFailure.curl(error)
            submission.delivery.fail(failure.error(at: submission.plan.endpoint, requestBegan: false))
        }
    }

    private func admit(_ id: Transfer.ID) {
        transfers[id]?.isAdmitted = true
        admitted.append(id)
    }

    /// Passes the admitted transfers to curl.
    private func beginAdmitted() {
        // A transfer that fails immediately admits another one.
        var next = 0
        while next < admitted.count {
            if let transfer = transfers[admitted[next]] { begin(transfer) }
            next += 1
        }
        admitted.removeAll(keepingCapacity: true)
    }

    private func begin(_ transfer: Transfer) {
        do throws(CurlError) {
            guard let easy = pool.popLast() ?? EasyHandle() else { throw CurlError(CURLE_OUT_OF_MEMORY) }
            try transfer.prepare(easy, configuration)
            try multi.add(easy)
            nextLook = nextLook ?? .now + Self.lookInterval
        } catch {
            finish(transfer, transfer.machine.stopped(.curl(error)))
        }
    }

    private func collectFinished() {
        while let (easy, code) = multi.nextFinished() {
            guard let transfer = Transfer.of(easy: easy) else { continue }
            let error = code == CURLE_OK ? nil : transfer.easy?.error(code)
            finish(transfer, transfer.machine.finished(error))
        }
    }

    private func stop(_ transfer: Transfer, _ failure: TransferFailure) {
        finish(transfer, transfer.machine.stopped(failure))
    }

    /// Removes a transfer from curl, admits the next one, and then delivers the outcome.
    private func finish(_ transfer: Transfer, _ action: TransferStateMachine.EndAction) {
        transfers[transfer.id] = nil
        loop.transfersUnderWay.store(transfers.count, ordering: .relaxed)
        let host = transfer.plan.endpoint
        if let easy = transfer.releaseEasy() {
            loop.connectionsOpened.wrappingAdd(easy.connectionsOpened, ordering: .relaxed)
            multi.remove(easy)
            easy.reset()
            if pool.count < Self.poolLimit { pool.append(easy) }
        }
        if transfer.isStreamed {
            // It was never counted.
        } else if !transfer.isAdmitted {
            admission.withdraw(transfer.id, host: host)
        } else if let next = admission.leave(host: host) {
            admit(next)
        }
        transfer.deliver(action)
    }

    private static let poolLimit = 256
}

// Deadlines.
extension TransferDriver {
    /// Lets curl act once if its time has come. The rest is left to the next turn, so that an endless download does not
    /// keep commands waiting.
    private func actOnTime() throws(CurlError) {
        if multi.millisecondsToAct == 0 { try multi.actOnTime() }
        noteTimeOfCurl()
    }

    private func noteTimeOfCurl() {
        let milliseconds = multi.millisecondsToAct
        mustGoOn = milliseconds == 0
        if let milliseconds, milliseconds > 0 { noteDeadline(.now + .milliseconds(milliseconds)) }
    }

    private func noteNextCheck(of transfer: Transfer, after now: ContinuousClock.Instant) {
        if let check = transfer.machine.nextCheck(after: now) { noteDeadline(check) }
    }

    private func noteDeadline(_ deadline: ContinuousClock.Instant) {
        earliestDeadline = min(earliestDeadline ?? deadline, deadline)
    }

    /// Curl 7.88 gives up on an address that does not answer, but begins with the next one only when something else happens. So it is
    /// asked about all transfers while one has no connection yet.
    private func lookAtConnections() throws(CurlError) {
        let now = ContinuousClock.Instant.now
        if let look = nextLook, look <= now {
            let isConnecting = transfers.values.contains { $0.easy != nil && !$0.machine.requestBegan }
            nextLook = isConnecting ? now + Self.lookInterval : nil
            if isConnecting {
                try multi.actOnAll()
                noteTimeOfCurl()
                collectFinished()
            }
        }
        if let nextLook { noteDeadline(nextLook) }
    }

    private static let lookInterval = Duration.seconds(1)

    /// Checks every transfer, but only when the earliest deadline has come; by then, activity has moved most others.
    private func checkDeadlines() {
        let now = ContinuousClock.Instant.now
        guard let earliest = earliestDeadline, earliest <= now else { return }
        earliestDeadline = nil
        noteTimeOfCurl()
        for transfer in transfers.values {
            switch transfer.machine.checked(at: now) {
            case .ignore: noteNextCheck(of: transfer, after: now)
            case let action: finish(transfer, action)
            }
        }
    }
}
