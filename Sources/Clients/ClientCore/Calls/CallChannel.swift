package import HTTPTransport
package import HTTPTypes
package import Logging
import Synchronization

/// The properties of a call that matter for retries.
package protocol RepeatableCall {
    /// The call, for people: `commit of 2 writes (conversations/c1 and 1 more)`.
    var subject: String { get }
    /// Whether the call changes data.
    var isWrite: Bool { get }
    /// Whether making the call twice has the same effect as making it once. Reads always are repeatable.
    var isRepeatable: Bool { get }
}

extension RepeatableCall {
    /// The call in one word, without documents.
    fileprivate var operation: String { String(subject.prefix { $0 != " " && $0 != "(" }) }
}

/// What all clients count.
package protocol CallUsage: Sendable {
    var requests: Int { get set }
    var retries: Int { get set }
    /// Documents read, as they are billed.
    var documentsRead: Int { get }
    /// Writes that succeeded.
    var documentsWritten: Int { get }

    init()
}

extension CallUsage {
    package var documentsRead: Int { 0 }
    package var documentsWritten: Int { 0 }

    /// What has come to it since an earlier moment.
    fileprivate func counts(since earlier: Self) -> CallCounts {
        var counts = CallCounts()
        counts.requests = requests - earlier.requests
        counts.retries = retries - earlier.retries
        counts.documentsRead = documentsRead - earlier.documentsRead
        counts.documentsWritten = documentsWritten - earlier.documentsWritten
        return counts
    }
}

/// How far a call has come, over all its attempts.
package struct CallProgress: Sendable {
    /// How many requests were sent.
    package fileprivate(set) var sent = 0
    /// Whether an earlier attempt may have succeeded. Later refusals do not undo the effect of a lost attempt.
    package fileprivate(set) var isOutcomeUnknown = false

    package init() {}
}

/// Makes the calls of one client: sends requests, retries them where that helps and does no harm, and counts.
package final class CallChannel<Failure: CallError, Usage: CallUsage>: Sendable {
    package let generator: SharedGenerator
    package let clock: any Clock<Duration>
    private let logger: Logger
    private let observation: CallObservation?
    private let counters = Mutex(Usage())

    /// - Parameter observation: Who hears of the calls; nil for nobody.
    package init(
        generator: SharedGenerator, clock: any Clock<Duration>, logger: Logger, observation: CallObservation?
    ) {
        self.generator = generator
        self.clock = clock
        self.logger = logger
        self.observation = observation
    }

    /// A channel with new counts, and an observer of its own.
    package func renewed(_ observation: CallObservation?) -> CallChannel {
        CallChannel(generator: generator, clock: clock, logger: logger, observation: observation)
    }

    package var usage: Usage { counters.withLock { $0 } }

    package func count(_ change: (inout Usage) -> Void) {
        guard let observation else {
            counters.withLock { change(&$0) }
            return
        }
        let (before, after) = counters.withLock { usage in
            let before = usage
            change(&usage)
            return (before, usage)
        }
        observation.counted(after.counts(since: before))
    }

    /// Notes that listeners have begun, or have ended if the number is negative.
    package func noteListeners(_ change: Int) {
        guard let observation else { return }
        var counts = CallCounts()
        counts.listeners = change
        observation.counted(counts)
    }

    /// Makes a call.
    ///
    /// - Parameter attempt: Sends the request once, and reads the answer.
    package func perform<Answer>(
        _ call: some RepeatableCall, _ policy: RetryPolicy,
        _ attempt: (inout CallProgress) async throws(AttemptFailure<Failure>) -> Answer
    ) async throws(Failure) -> Answer {
        guard let observation else { return try await complete(call, policy, attempt) }
        let ended = observation.observer.began(
            ObservedCall(client: observation.client, operation: call.operation))
        var attempts = 0
        do throws(Failure) {
            let answer = try await complete(call, policy) { (progress) throws(AttemptFailure<Failure>) in
                defer { attempts = progress.sent }
                return try await attempt(&progress)
            }
            ended(CallOutcome(error: nil, attempts: attempts))
            return answer
        } catch {
            ended(CallOutcome(error: "\(error.code)", attempts: attempts))
            throw error
        }
    }

    private func complete<Answer>(
        _ call: some RepeatableCall, _ policy: RetryPolicy,
        _ attempt: (inout CallProgress) async throws(AttemptFailure<Failure>) -> Answer
    ) async throws(Failure) -> Answer {
        var state = RetryState(policy, isRepeatable: call.isRepeatable)
        let stopwatch = Stopwatch(clock)
        var progress = CallProgress()
        while true {
            let failure: AttemptFailure<Failure>
            do throws(AttemptFailure<Failure>) {
                return try await attempt(&progress)
            } catch {
                failure = error
            }
            if call.isWrite, failure.traits.mayHaveBeenApplied { progress.isOutcomeUnknown = true }
            let elapsed = stopwatch.elapsed
            let decision = generator.withGenerator { generator in
                state.failed(failure.traits, elapsed: elapsed, using: &generator)
            }
            guard case .retry(let wait) = decision else { throw failure.error.concluding(progress) }
            log("trying again", failure.error, attempt: progress.sent, wait)
            do {
                try await pause(wait)
            } catch {
                throw Failure.cancelled(call.subject, underlying: error).concluding(progress)
            }
            count { $0.retries += 1 }
        }
    }

    /// Waits, unless the task is cancelled.
    package func pause(_ wait: Duration) async throws {
        try await clock.sleep(for: wait)
        try Task.checkCancellation()
    }

    /// Waits for the next of growing waits, before another attempt of something that is more than one call.
    package func pause(_ backoff: inout Backoff, _ subject: String) async throws(Failure) {
        let wait: Duration
        (wait, backoff) = generator.withGenerator { [backoff] generator in
            var advanced = backoff
            return (advanced.next(using: &generator), advanced)
        }
        do {
            try await pause(wait)
        } catch {
            throw .cancelled(subject, underlying: error)
        }
    }

    package func log(_ message: Logger.Message, _ error: Failure, attempt: Int, _ wait: Duration) {
        logger.debug(
            message,
            metadata: [
                "receipts-code": "\(error.code)", "receipts-attempt": "\(attempt)",
                "receipts-wait": "\(wait)",
            ])
    }

    /// Sends a request, and counts it.
    package func send(
        _ request: HTTPRequest, body: [UInt8], over transport: any HTTPTransport,
        _ progress: inout CallProgress
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        progress.sent += 1
        count { $0.requests += 1 }
        return try await transport.send(request, body: body)
    }

    /// Asks credentials for the token to send; nil without one.
    package func token(
        of credentials: Credentials, projectID: String, for call: some RepeatableCall
    ) async throws(AttemptFailure<Failure>) -> String? {
        if Task.isCancelled {
            throw AttemptFailure(unsent: .cancelled(call.subject, underlying: CancellationError()))
        }
        do throws(CredentialsProblem) {
            return try await credentials.token(projectID: projectID)
        } catch {
            throw AttemptFailure(unsent: Failure(error, subject: call.subject))
        }
    }
}
