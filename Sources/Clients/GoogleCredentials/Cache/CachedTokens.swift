import ClientCore
public import Logging

/// Keeps an access token and renews it in time.
///
/// There is at most one request at a time, for any number of callers. Five minutes before a token expires, a new one is
/// fetched in the background; if that fails, the old one is used as long as it is valid. Without a valid token, a few
/// attempts are made within seconds. Then callers get the error, and nothing is sent for a while: up to half a minute if
/// the server could not be reached, up to five minutes if it refused.
public actor CachedTokens {
    private let source: any AccessTokenSource
    private let retryPolicy: RetryPolicy
    private let clock: any Clock<Duration>
    private let stopwatch: Stopwatch
    private var generator: any RandomNumberGenerator & Sendable
    private let logger: Logger

    private var state = TokenCacheState()
    private var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    private var lastID = 0

    private typealias Outcome = Result<AccessToken, GoogleCredentialsError>

    /// Creates an empty cache. Sends nothing yet.
    ///
    /// - Parameters:
    ///   - source: Where tokens come from.
    ///   - logger: Receives failures while an old token is still valid, at level warning, and repeated attempts, at level
    ///     debug; never tokens.
    ///   - clock: Measures the life of tokens, and makes the waits between attempts.
    ///   - generator: The source of the jitter of the waits.
    public init(
        _ source: any AccessTokenSource,
        logger: Logger = Logger(label: "google-credentials") { _ in SwiftLogNoOpLogHandler() },
        clock: any Clock<Duration> = ContinuousClock(),
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.source = source
        self.logger = logger
        self.clock = clock
        self.generator = generator
        stopwatch = Stopwatch(clock)
        retryPolicy = RetryPolicy(
            maximumAttempts: 4, initialDelay: .milliseconds(250), maximumDelay: .seconds(4),
            maximumTotalTime: .seconds(15))
    }

    /// A token that is valid for some time.
    ///
    /// Cancelling the task only ends this caller's wait.
    ///
    /// - Throws: ``GoogleCredentialsError``: that of the last attempt, or `cancelled`.
    public func token() async throws(GoogleCredentialsError) -> AccessToken {
        switch state.ask(now: stopwatch.elapsed) {
        case .use(let token): return token
        case .useAndRenew(let token):
            Task { await fetch() }
            return token
        case .fetch:
            Task { await fetch() }
            return try await next()
        case .wait: return try await next()
        case .refuse(let error): throw error
        }
    }

    /// Waits for the current fetch.
    private func next() async throws(GoogleCredentialsError) -> AccessToken {
        lastID += 1
        let id = lastID
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Even an earlier cancellation finds this caller here, because the actor is busy until then.
                waiting[id] = continuation
            }
        } onCancel: {
            Task { await self.stopWaiting(id) }
        }
        return try outcome.get()
    }

    /// How many callers wait for the current fetch.
    var waitingCount: Int { waiting.count }

    private func stopWaiting(_ id: Int) {
        waiting.removeValue(forKey: id)?.resume(returning: .failure(CachedTokens.cancelled))
    }

    private static let cancelled = GoogleCredentialsError(
        .cancelled, "The wait for an access token was cancelled.")

    /// Fetches a token, in several attempts if necessary, and resumes all waiting callers.
    private func fetch() async {
        var retry = RetryState(retryPolicy, isRepeatable: true)
        let begin = stopwatch.elapsed
        while true {
            let requestedAt = stopwatch.elapsed
            let failure: GoogleCredentialsError
            do throws(GoogleCredentialsError) {
                let token = try await source.fetch()
                state.fetched(token, requestedAt: requestedAt)
                return finish(.success(token))
            } catch {
                failure = error
            }
            let decision = retry.failed(
                failure.traits, elapsed: stopwatch.elapsed - begin, using: &generator)
            guard case .retry(let wait) = decision else { return giveUp(failure) }
            logger.debug("Asking for an access token again", metadata: CachedTokens.metadata(failure))
            do {
                try await clock.sleep(for: wait)
            } catch {
                return giveUp(failure)
            }
        }
    }

    private func giveUp(_ error: GoogleCredentialsError) {
        let now = stopwatch.elapsed
        state.failed(error, now: now)
        // Callers notice nothing as long as the old token is valid.
        if state.hasUsableToken(now: now) {
            logger.warning(
                "The access token was not renewed, and is used as long as it is valid",
                metadata: CachedTokens.metadata(error))
        }
        finish(.failure(error))
    }

    private func finish(_ outcome: Outcome) {
        let callers = waiting
        waiting = [:]
        for continuation in callers.values { continuation.resume(returning: outcome) }
    }

    private static func metadata(_ error: GoogleCredentialsError) -> Logger.Metadata {
        ["google-credentials.error": "\(error.message)"]
    }
}

extension GoogleCredentialsError {
    /// What the failure says about trying again. Repeating a request for a token does no harm.
    fileprivate var traits: FailureTraits {
        FailureTraits(
            isRetryable ? .transient : .permanent, mayHaveBeenApplied: false, retryAfter: retryAfter)
    }
}
