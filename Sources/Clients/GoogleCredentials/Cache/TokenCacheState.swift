/// Decides what a caller that needs a token is to do. Knows neither clock nor network.
///
/// Times are those since the cache was made.
struct TokenCacheState {
    /// What a caller is to do.
    enum Answer: Equatable {
        /// Use this token.
        case use(AccessToken)
        /// Use this token, and have a new one fetched meanwhile.
        case useAndRenew(AccessToken)
        /// Wait for the token that is being fetched.
        case wait
        /// Have a token fetched, and wait for it.
        case fetch
        /// Give up: fetching has failed a moment ago.
        case refuse(GoogleCredentialsError)
    }

    private struct Kept {
        let token: AccessToken
        /// From when on a new one is fetched.
        let renewAt: Duration
        /// Until when it is handed out.
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

    /// How long before its end a token is renewed. Of a token that has not twice as long, half the time is used: the
    /// metadata server gives tokens that have less than five minutes left.
    static let renewalMargin = Duration.seconds(300)
    /// How long before its end a token is not used any more, for a request takes time to arrive.
    static let safetyMargin = Duration.seconds(30)

    /// Answers a caller. After `useAndRenew` and `fetch`, one of ``fetched(_:requestedAt:)`` and ``failed(_:now:)`` must
    /// follow; until then nobody else is told to fetch.
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

    /// Takes note of a new token.
    ///
    /// - Parameter requestedAt: When it was asked for; its lifetime counts from then, as it may have begun then.
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

    /// Takes note of a failure: nothing is asked of the server for a while, longer each time.
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

    /// Whether a token that is still good is at hand.
    func hasUsableToken(now: Duration) -> Bool {
        kept.map { now < $0.usableUntil } ?? false
    }
}
