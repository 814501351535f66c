/// Decides what a caller that needs a token does. It has neither clock nor network.
///
/// Times are relative to the creation of the cache.
struct TokenCacheState {
    /// What a caller does.
    enum Answer: Equatable {
        /// Use this token.
        case use(AccessToken)
        /// Use this token, and fetch a new one meanwhile.
        case useAndRenew(AccessToken)
        /// Wait for the current fetch.
        case wait
        /// Fetch a token, and wait for it.
        case fetch
        /// Give up: a fetch has just failed.
        case refuse(GoogleCredentialsError)
    }

    private struct Kept {
        let token: AccessToken
        /// When to fetch a new one.
        let renewAt: Duration
        /// Until when it is used.
        let usableUntil: Duration
    }

    private struct Pause {
        let until: Duration
        let error: GoogleCredentialsError
    }

    private var kept: Kept?
    private var isFetching = false
    private var pause: Pause?
    /// How many fetches in a row have failed.
    private var failures = 0

    /// How long before its expiry a token is renewed. A token with less than twice this time left is renewed at half of
    /// it: the metadata server returns tokens that have less than five minutes left.
    static let renewalMargin = Duration.seconds(300)
    /// How long before its expiry a token is no longer used, because a request takes time to arrive.
    static let safetyMargin = Duration.seconds(30)

    /// Answers a caller. After `useAndRenew` and `fetch`, one of ``fetched(_:requestedAt:)`` and ``failed(_:now:)`` must
    /// follow; until then, no other caller fetches.
    mutating func ask(now: Duration) -> Answer {
        if let kept, now < kept.usableUntil {
            if now < kept.renewAt || isFetching || currentPause(now) != nil { return .use(kept.token) }
            isFetching = true
            return .useAndRenew(kept.token)
        }
        if isFetching { return .wait }
        if let pause = currentPause(now) { return .refuse(pause.error) }
        isFetching = true
        return .fetch
    }

    private func currentPause(_ now: Duration) -> Pause? {
        pause.flatMap { now < $0.until ? $0 : nil }
    }

    /// Records a new token.
    ///
    /// - Parameter requestedAt: When it was requested. Its lifetime is counted from then, because it may have begun then.
    mutating func fetched(_ token: AccessToken, requestedAt: Duration) {
        let end = requestedAt + token.lifetime
        kept = Kept(
            token: token,
            renewAt: end - min(TokenCacheState.renewalMargin, token.lifetime / 2),
            usableUntil: end - min(TokenCacheState.safetyMargin, token.lifetime / 10))
        isFetching = false
        pause = nil
        failures = 0
    }

    /// Records a failure: the server is not asked for a while, longer each time.
    mutating func failed(_ error: GoogleCredentialsError, now: Duration) {
        isFetching = false
        // A cancellation says nothing about the server.
        if error.kind == .cancelled { return }
        failures += 1
        let (first, longest): (Duration, Duration) =
            error.isRetryable ? (.seconds(1), .seconds(30)) : (.seconds(30), .seconds(300))
        var length = first
        for _ in 1..<failures where length < longest { length *= 2 }
        let asked = min(error.retryAfter ?? .zero, .seconds(300))
        pause = Pause(until: now + max(min(length, longest), asked), error: error)
    }

    /// Whether there is a token that is still valid.
    func hasUsableToken(now: Duration) -> Bool {
        kept.map { now < $0.usableUntil } ?? false
    }
}
