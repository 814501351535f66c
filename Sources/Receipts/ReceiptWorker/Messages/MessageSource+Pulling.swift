import HTTPTransport
import PubSubClient
import ReadReceipts

/// How the pulls of a worker are going. A value.
struct PullState {
    var generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    /// The number of failures in a row.
    var failures = 0
    /// Why the last pull failed, in one line; nil if it did not.
    var problem: String?
    /// Until when to pull nothing, in milliseconds since 1970.
    var pausedUntil: Int64 = 0
    /// When the last message arrived, or the first pull began.
    var lastArrival: Int64 = 0
    /// Why no pull can succeed.
    var failure: PubSubError?
    var isClosed = false
    var tasks: [Int: Task<Void, Never>] = [:]
    var lastTask = 0
}

/// Pulls messages, and keeps them from being delivered to others while they are held.
extension MessageSource {
    private static let retries = RetrySchedule()

    /// Pulls until the task is cancelled, or no message has arrived for long enough.
    ///
    /// - Returns: Whether no more will come.
    /// - Throws: `PubSubError` if the subscription cannot be pulled from at all.
    func pull(
        from subscription: ReceiptSubscription, _ arrived: @escaping @Sendable (Int) async -> Void
    ) async throws(PubSubError) -> Bool {
        pulling.lastArrival = now()
        Task { await keepLeases(subscription) }
        defer { for task in pulling.tasks.values { task.cancel() } }
        while !Task.isCancelled {
            if let failure = pulling.failure { throw failure }
            let present = now()
            if let silence = subscription.endsAfterSilence, isIdle,
                present - pulling.lastArrival >= silence.milliseconds
            {
                return true
            }
            while present >= pulling.pausedUntil,
                let limit = flow.begin(messages: leases.count, bytes: leases.bytes)
            {
                pulling.lastTask += 1
                let number = pulling.lastTask
                pulling.tasks[number] = Task {
                    await pull(limit, from: subscription, arrived)
                    pulling.tasks[number] = nil
                    alarm.wake()
                }
            }
            await alarm.wait(for: .seconds(1))
        }
        return false
    }

    /// Whether nothing is held, and nothing is being answered.
    private var isIdle: Bool { origins.isEmpty && leases.count == 0 && errands == 0 }

    private func pull(
        _ limit: Int, from subscription: ReceiptSubscription, _ arrived: @Sendable (Int) async -> Void
    ) async {
        do throws(PubSubError) {
            let messages = try await subscription.pubSub.pull(subscription.name, limit: limit)
            flow.end(limit)
            if pulling.failures > 0 { log.pullsAgain(subscription.name) }
            (pulling.failures, pulling.problem) = (0, nil)
            if messages.isEmpty { return }
            pulling.lastArrival = now()
            await arrived(take(messages, from: subscription))
        } catch {
            pullFailed(error, limit, subscription)
        }
    }

    /// Holds pulled messages.
    ///
    /// - Returns: The number of their events.
    private func take(_ messages: [ReceivedMessage], from subscription: ReceiptSubscription) -> Int {
        var count = 0
        for message in messages {
            let body = EventBody.refusing(message.message.data, schema: schema)
            let source = RefusedMessage(
                id: message.id, subscription: subscription.name.description,
                attributes: message.message.attributes, refusals: [])
            leases.add(
                lastNumber + 1, ackID: message.ackID, bytes: message.size, at: pulling.lastArrival)
            hold(body.events, body.refusals, for: .pulled(source))
            count += body.events.count
        }
        return count
    }

    private func pullFailed(_ error: PubSubError, _ limit: Int, _ subscription: ReceiptSubscription) {
        if error.isTooLarge { flow.endTooLarge(limit) } else { flow.end(limit) }
        switch error.code {
        // Without messages, some servers let a pull time out.
        case .cancelled, .deadlineExceeded: return
        case .notFound, .permissionDenied, .unauthenticated, .invalidArgument, .failedPrecondition,
            .unimplemented:
            pulling.failure = error
            return
        case .ok, .unknown, .alreadyExists, .resourceExhausted, .aborted, .outOfRange, .internal,
            .unavailable,
            .dataLoss:
            break
        }
        metrics.failedPulls += 1
        if pulling.failures == 0 { log.failedPull(error) }
        // Failures of simultaneous pulls count once.
        if now() >= pulling.pausedUntil {
            pulling.failures += 1
            pulling.pausedUntil =
                now()
                + Self.retries.delay(failures: pulling.failures, code: error.code, using: &pulling.generator)
        }
        pulling.problem = error.message
    }

    // MARK: Deadlines

    private func keepLeases(_ subscription: ReceiptSubscription) async {
        while !pulling.isClosed {
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
            let due = leases.renew(at: now())
            if !due.ackIDs.isEmpty {
                run { await $0.setDeadlines(of: due.ackIDs, toSeconds: LeaseTable.renewal) }
            }
            let returned = due.expired.compactMap { message in
                _ = giveUp(message)
                return leases.remove(message)
            }
            if !returned.isEmpty { run { await $0.giveBack(returned) } }
        }
    }
}

// MARK: Answering

extension MessageSource {
    func acknowledge(_ ackIDs: [String]) async {
        guard let subscription else { return }
        do throws(PubSubError) {
            try await subscription.pubSub.acknowledge(ackIDs, of: subscription.name)
            metrics.acknowledged += ackIDs.count
        } catch {
            failedAnswer(error)
        }
    }

    /// Has messages delivered again at once.
    func giveBack(_ ackIDs: [String]) async {
        metrics.returned += ackIDs.count
        await setDeadlines(of: ackIDs, toSeconds: 0)
    }

    func setDeadlines(of ackIDs: [String], toSeconds seconds: Int) async {
        guard let subscription else { return }
        do throws(PubSubError) {
            try await subscription.pubSub.modifyAckDeadline(
                of: ackIDs, toSeconds: seconds, of: subscription.name)
        } catch {
            failedAnswer(error)
        }
    }

    private func failedAnswer(_ error: PubSubError) {
        metrics.failedAnswers += 1
        log.failedAnswer(error)
    }

    /// Puts what can never be written among the dead letters, and acknowledges the message.
    func bury(_ message: Int64, _ refused: RefusedMessage) async {
        let outcome = await bury(refused)
        guard let ackID = leases.remove(message) else { return }
        switch outcome {
        case .written: await acknowledge([ackID])
        // Later it may be possible; if there is no place for dead letters, the subscription may have a policy.
        case .refused, .postponed: await setDeadlines(of: [ackID], toSeconds: LeaseTable.renewal)
        }
    }

    /// Puts what can never be written among the dead letters, if there is a place for them.
    func bury(_ refused: RefusedMessage) async -> MessageOutcome {
        guard let deadLetters else { return .refused(refused.refusals) }
        do {
            try await deadLetters.take(refused)
            metrics.buried += 1
            return .written
        } catch {
            metrics.failedAnswers += 1
            log.failedBurial(error)
            return .postponed
        }
    }
}

extension PubSubError {
    /// Whether the answer was larger than the transport collects.
    fileprivate var isTooLarge: Bool {
        (underlying as? HTTPTransportError)?.kind == .responseTooLarge
    }
}

extension ReceivedMessage {
    /// Its size in bytes, roughly.
    fileprivate var size: Int {
        message.data.count + message.orderingKey.utf8.count + ackID.utf8.count
            + message.attributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
}
