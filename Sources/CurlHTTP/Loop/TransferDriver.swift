import CCurl
import HTTPTransport
import Synchronization

/// What runs on the driver thread: takes commands, moves the transfers on, and sleeps until something happens.
///
/// Made on that thread and never seen by another. Callbacks of curl reach the ``Transfer`` objects, not this one.
final class TransferDriver {
    private let loop: TransferLoop
    private let configuration: HTTPClientConfiguration
    private let multi: MultiHandle
    /// Handles between two transfers.
    private var pool: [EasyHandle] = []
    private var transfers: [Transfer.ID: Transfer] = [:]
    private var admission: AdmissionQueue<Endpoint, Transfer.ID>
    /// Transfers whose turn has come.
    private var admitted: [Transfer.ID] = []
    /// No transfer times out before this; checking them all is put off until then. It is allowed to be too early.
    private var earliestDeadline: ContinuousClock.Instant?

    init(_ loop: TransferLoop, _ configuration: HTTPClientConfiguration) throws(CurlError) {
        self.loop = loop
        self.configuration = configuration
        let limit = min(max(1, configuration.maximumConcurrentRequestsPerHost), 100_000)
        // Room for the connections of a busy host, and for a few of quiet ones.
        multi = try MultiHandle(idleConnections: limit + 8)
        admission = AdmissionQueue(limit: limit)
    }

    var wakeup: MultiHandle.Wakeup { multi.wakeup }

    /// Works until the loop is stopped; then fails what is left.
    func run() {
        while let commands = loop.takeCommands() {
            for command in commands { execute(command) }
            beginAdmitted()
            do {
                try multi.perform()
                collectFinished()
                checkDeadlines()
                // The end of one transfer may be the beginning of another.
                guard admitted.isEmpty, loop.mayFallAsleep() else { continue }
                try multi.poll(milliseconds: sleepLimit())
            } catch {
                // Curl's own state is broken, which it promises not to happen while there is memory.
                failAll(.curl(error))
            }
        }
        failAll(.shutDown)
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
            if admission.enter(transfer.id, host: transfer.plan.endpoint) { admit(transfer.id) }
        } catch {
            let failure = TransferFailure.curl(error)
            submission.delivery.fail(failure.error(at: submission.plan.endpoint, requestBegan: false))
        }
    }

    private func admit(_ id: Transfer.ID) {
        transfers[id]?.isAdmitted = true
        admitted.append(id)
    }

    /// Gives the admitted transfers to curl.
    private func beginAdmitted() {
        // One that fails at once lets another in behind it.
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

    /// Takes a transfer back from curl, lets the next one in, and only then tells whoever waits.
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
        if !transfer.isAdmitted {
            admission.withdraw(transfer.id, host: host)
        } else if let next = admission.leave(host: host) {
            admit(next)
        }
        transfer.deliver(action)
    }

    private func failAll(_ failure: TransferFailure) {
        for transfer in transfers.values { stop(transfer, failure) }
    }

    private static let poolLimit = 256
}

// Deadlines.
extension TransferDriver {
    private func noteNextCheck(of transfer: Transfer, after now: ContinuousClock.Instant) {
        guard let check = transfer.machine.nextCheck(after: now) else { return }
        earliestDeadline = min(earliestDeadline ?? check, check)
    }

    /// Looks at every transfer, but only once the earliest deadline has come; activity has moved most others on.
    private func checkDeadlines() {
        guard let earliest = earliestDeadline, earliest <= .now else { return }
        let now = ContinuousClock.Instant.now
        earliestDeadline = nil
        for transfer in transfers.values {
            switch transfer.machine.checked(at: now) {
            case .ignore: noteNextCheck(of: transfer, after: now)
            case let action: finish(transfer, action)
            }
        }
    }

    private func sleepLimit() -> Int {
        guard let earliestDeadline else { return 60_000 }
        return min(60_000, (earliestDeadline - .now).clampedMilliseconds)
    }
}
