import Testing

@testable import GoogleCredentials

@Suite struct TokenCacheStateTests {
    private let token = AccessToken("one", lifetime: .seconds(3600))

    /// A cache with a token of an hour, asked for at the time 0.
    private func filled() -> TokenCacheState {
        var state = TokenCacheState()
        #expect(state.ask(now: .zero) == .fetch)
        state.fetched(token, requestedAt: .zero)
        return state
    }

    @Test func `the first caller fetches, the others wait for it`() {
        var state = TokenCacheState()
        #expect(state.ask(now: .zero) == .fetch)
        #expect(state.ask(now: .zero) == .wait)
        #expect(state.ask(now: .seconds(9)) == .wait)
        state.fetched(token, requestedAt: .zero)
        #expect(state.ask(now: .seconds(9)) == .use(token))
    }

    @Test(arguments: [
        (0, "use"), (3299, "use"), (3300, "renew"), (3569, "renew"), (3570, "fetch"), (3600, "fetch"),
        (90_000, "fetch"),
    ])
    func `a token of an hour is renewed five minutes early, and used until half a minute before its end`(
        _ seconds: Int, _ expected: String
    ) {
        var state = filled()
        let answers = [
            "use": TokenCacheState.Answer.use(token), "renew": .useAndRenew(token), "fetch": .fetch,
        ]
        #expect(state.ask(now: .seconds(seconds)) == answers[expected])
    }

    @Test(arguments: [(299, 149, 150, 269), (10, 4, 5, 8), (600, 299, 300, 569)])
    func `a token that has not twice five minutes is renewed after half of its time`(
        _ lifetime: Int, _ used: Int, _ renewed: Int, _ last: Int
    ) {
        let token = AccessToken("short", lifetime: .seconds(lifetime))
        var state = TokenCacheState()
        _ = state.ask(now: .zero)
        state.fetched(token, requestedAt: .zero)
        #expect(state.ask(now: .seconds(used)) == .use(token))
        #expect(state.ask(now: .seconds(renewed)) == .useAndRenew(token))
        #expect(state.hasUsableToken(now: .seconds(last)))
        #expect(!state.hasUsableToken(now: .seconds(lifetime)))
    }

    @Test func `the lifetime counts from the request, not from the answer`() {
        var state = TokenCacheState()
        _ = state.ask(now: .seconds(100))
        state.fetched(token, requestedAt: .seconds(100))
        #expect(state.ask(now: .seconds(3399)) == .use(token))
        #expect(state.ask(now: .seconds(3400)) == .useAndRenew(token))
    }

    @Test func `one renewal is under way at a time, and callers go on with the old token`() {
        var state = filled()
        #expect(state.ask(now: .seconds(3300)) == .useAndRenew(token))
        #expect(state.ask(now: .seconds(3301)) == .use(token))
        #expect(state.ask(now: .seconds(3569)) == .use(token))
        // The old one has ended before the renewal has.
        #expect(state.ask(now: .seconds(3570)) == .wait)
        let second = AccessToken("two", lifetime: .seconds(3600))
        state.fetched(second, requestedAt: .seconds(3300))
        #expect(state.ask(now: .seconds(3570)) == .use(second))
    }

    @Test func `when renewing fails the old token goes on, and renewing is tried again later`() {
        var state = filled()
        let error = GoogleCredentialsError.unavailableForTest()
        #expect(state.ask(now: .seconds(3300)) == .useAndRenew(token))
        state.failed(error, now: .seconds(3302))
        #expect(state.ask(now: .seconds(3302)) == .use(token))
        #expect(state.ask(now: .seconds(3303)) == .useAndRenew(token))
        state.failed(error, now: .seconds(3304))
        #expect(state.ask(now: .seconds(3305)) == .use(token))
        #expect(state.ask(now: .seconds(3306)) == .useAndRenew(token))
        // Once the old one has ended, callers hear why there is none.
        state.failed(error, now: .seconds(3568))
        #expect(state.ask(now: .seconds(3571)) == .refuse(error))
        #expect(state.ask(now: .seconds(3572)) == .fetch)
    }

    /// How long nothing is sent after each of several failures in a row, in seconds.
    private func pauses(_ error: GoogleCredentialsError, _ count: Int) -> [Int] {
        var state = TokenCacheState()
        var now = 0
        return (0..<count).map { _ in
            #expect(state.ask(now: .seconds(now)) == .fetch)
            state.failed(error, now: .seconds(now))
            let begin = now
            while state.ask(now: .seconds(now)) == .refuse(error) { now += 1 }
            state.failed(.init(.cancelled, "only to be told to fetch once more"), now: .seconds(now))
            return now - begin
        }
    }

    @Test func `the pauses between failures grow up to a bound`() {
        #expect(pauses(.unavailableForTest(), 8) == [1, 2, 4, 8, 16, 30, 30, 30])
        #expect(pauses(.refusedForTest(), 7) == [30, 60, 120, 240, 300, 300, 300])
    }

    @Test func `a server that asks for a longer pause gets it, within reason`() {
        #expect(pauses(.unavailableForTest(retryAfter: .seconds(20)), 2) == [20, 20])
        #expect(pauses(.unavailableForTest(retryAfter: .seconds(3600)), 1) == [300])
    }

    @Test func `a success ends the pauses`() {
        var state = TokenCacheState()
        _ = state.ask(now: .zero)
        state.failed(.refusedForTest(), now: .zero)
        #expect(state.ask(now: .seconds(30)) == .fetch)
        state.fetched(AccessToken("t", lifetime: .seconds(10)), requestedAt: .seconds(30))
        #expect(state.ask(now: .seconds(39)) == .fetch)
        state.failed(.refusedForTest(), now: .seconds(39))
        #expect(state.ask(now: .seconds(68)) == .refuse(.refusedForTest()))
        #expect(state.ask(now: .seconds(69)) == .fetch)
    }

    @Test func `very many failures do no harm`() {
        var state = TokenCacheState()
        for round in 0..<10_000 {
            _ = state.ask(now: .seconds(round * 1000))
            state.failed(.refusedForTest(), now: .seconds(round * 1000))
        }
        #expect(state.ask(now: .seconds(9_999_299)) == .refuse(.refusedForTest()))
        #expect(state.ask(now: .seconds(9_999_300)) == .fetch)
    }

    @Test func `a cancelled fetch says nothing about the server`() {
        var state = TokenCacheState()
        _ = state.ask(now: .zero)
        state.failed(GoogleCredentialsError(.cancelled, ""), now: .zero)
        #expect(state.ask(now: .zero) == .fetch)
    }
}
