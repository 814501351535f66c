import TestSupport
import Testing

@testable import GoogleCredentials

@Suite(.timeLimit(.minutes(1))) struct CachedTokensTests {
    private func token(_ name: String) -> AccessToken { AccessToken(name, lifetime: .seconds(3600)) }

    private func cache(
        _ source: ScriptedSource, _ clock: any Clock<Duration>, log: RecordingLogHandler.Log? = nil
    ) -> CachedTokens {
        CachedTokens(
            source, logger: (log ?? RecordingLogHandler.Log()).logger, clock: clock,
            generator: LargestNumbers())
    }

    /// Waits for something that is about to happen in another task.
    private func until(_ condition: () async throws -> Bool) async throws {
        while try await !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func `a token is fetched once and handed out until it is renewed`() async throws {
        let clock = InstantClock()
        let source = ScriptedSource([.success(token("one")), .success(token("two"))])
        let tokens = cache(source, clock)
        #expect(source.count == 0)
        for _ in 0..<100 { #expect(try await tokens.token().value == "one") }
        clock.advance(by: .seconds(3299))
        #expect(try await tokens.token().value == "one")
        #expect(source.count == 1)
        // Five minutes before the end: this caller still gets the old one, and does not wait.
        clock.advance(by: .seconds(1))
        #expect(try await tokens.token().value == "one")
        try await until { try await tokens.token().value == "two" }
        #expect(source.count == 2)
        #expect(clock.sleeps.isEmpty)
    }

    @Test func `many callers at once make one request`() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Never.self)
        let source = ScriptedSource([.success(token("one"))]) { _ in for await _ in gate {} }
        let tokens = cache(source, ManualClock())
        let values = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { try await tokens.token().value } }
            try await until { await tokens.waitingCount == 200 }
            open.finish()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: "one", count: 200))
        #expect(source.count == 1)
    }

    @Test func `many callers at once hear of one failure`() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Never.self)
        let source = ScriptedSource([.failure(.refusedForTest("invalid_grant"))]) { _ in
            for await _ in gate {}
        }
        let tokens = cache(source, ManualClock())
        let errors = try await withThrowingTaskGroup(of: GoogleCredentialsError.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await failure { () async throws(GoogleCredentialsError) in try await tokens.token() }
                }
            }
            try await until { await tokens.waitingCount == 50 }
            open.finish()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors == Array(repeating: .refusedForTest("invalid_grant"), count: 50))
        #expect(source.count == 1)
    }

    @Test func `a renewal that takes its time keeps nobody waiting, and is not begun twice`() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Never.self)
        let clock = ManualClock()
        let source = ScriptedSource([.success(token("one")), .success(token("two"))]) { count in
            if count == 2 { for await _ in gate {} }
        }
        let tokens = cache(source, clock)
        _ = try await tokens.token()
        clock.advance(by: .seconds(3400))
        for _ in 0..<20 { #expect(try await tokens.token().value == "one") }
        try await until { source.count == 2 }
        for _ in 0..<20 { #expect(try await tokens.token().value == "one") }
        open.finish()
        try await until { try await tokens.token().value == "two" }
        #expect(source.count == 2)
    }

    @Test func `when renewing fails the old token goes on, and the log says so`() async throws {
        let clock = InstantClock()
        let log = RecordingLogHandler.Log()
        let source = ScriptedSource([
            .success(token("one")), .failure(.refusedForTest("account disabled")), .success(token("two")),
        ])
        let tokens = cache(source, clock, log: log)
        _ = try await tokens.token()
        clock.advance(by: .seconds(3300))
        #expect(try await tokens.token().value == "one")
        try await until { !log.lines.isEmpty }
        #expect(
            log.lines == [
                "warning The access token was not renewed, and is used as long as it is valid "
                    + "google-credentials.error=account disabled"
            ])
        for _ in 0..<20 { #expect(try await tokens.token().value == "one") }
        #expect(source.count == 2)
        clock.advance(by: .seconds(30))
        #expect(try await tokens.token().value == "one")
        try await until { try await tokens.token().value == "two" }
        #expect(source.count == 3)
    }

    @Test func `a server out of reach is asked again with growing waits, then no more for a while`()
        async throws
    {
        let clock = InstantClock()
        let log = RecordingLogHandler.Log()
        let down = ScriptedSource.Outcome.failure(.unavailableForTest("down"))
        let source = ScriptedSource(Array(repeating: down, count: 4) + [.success(token("one"))])
        let tokens = cache(source, clock, log: log)
        for _ in 0..<20 {
            let error = try await failure { () async throws(GoogleCredentialsError) in
                try await tokens.token()
            }
            #expect(error == .unavailableForTest("down"))
        }
        #expect(source.count == 4)
        #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500), .seconds(1)])
        #expect(
            log.lines
                == Array(
                    repeating: "debug Asking for an access token again google-credentials.error=down",
                    count: 3))
        clock.advance(by: .seconds(1))
        #expect(try await tokens.token().value == "one")
        #expect(source.count == 5)
    }

    @Test func `a refusal is not asked about again at once`() async throws {
        let clock = InstantClock()
        let source = ScriptedSource([.failure(.refusedForTest()), .success(token("one"))])
        let tokens = cache(source, clock)
        for _ in 0..<100 {
            let error = try await failure { () async throws(GoogleCredentialsError) in
                try await tokens.token()
            }
            #expect(error.kind == .refused)
        }
        #expect(source.count == 1)
        #expect(clock.sleeps.isEmpty)
        // Whoever mends it at Google's need not start the program anew.
        clock.advance(by: .seconds(30))
        #expect(try await tokens.token().value == "one")
    }

    @Test func `a passing failure is not noticed`() async throws {
        let clock = InstantClock()
        let source = ScriptedSource([.failure(.unavailableForTest()), .success(token("one"))])
        #expect(try await cache(source, clock).token().value == "one")
        #expect(source.count == 2)
    }

    @Test func `a longer wait than there is time for is not begun`() async throws {
        let clock = InstantClock()
        let source = ScriptedSource([.failure(.unavailableForTest(retryAfter: .seconds(60)))])
        let tokens = cache(source, clock)
        let error = try await failure { () async throws(GoogleCredentialsError) in try await tokens.token() }
        #expect(error.isRetryable)
        #expect(clock.sleeps.isEmpty)
        clock.advance(by: .seconds(59))
        _ = try await failure { () async throws(GoogleCredentialsError) in try await tokens.token() }
        #expect(source.count == 1)
    }

    @Test func `a caller that is cancelled leaves, and the others get their token`() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Never.self)
        let source = ScriptedSource([.success(token("one"))]) { _ in for await _ in gate {} }
        let tokens = cache(source, ManualClock())
        let first = Task { try await tokens.token() }
        let second = Task { try await tokens.token() }
        try await until { await tokens.waitingCount == 2 }
        first.cancel()
        try await until { await tokens.waitingCount == 1 }
        let error = await #expect(throws: GoogleCredentialsError.self) { try await first.value }
        #expect(error?.kind == .cancelled)
        open.finish()
        #expect(try await second.value.value == "one")
        #expect(source.count == 1)
    }

    @Test func `a caller that was cancelled before does not wait`() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Never.self)
        let source = ScriptedSource([.success(token("one"))]) { _ in for await _ in gate {} }
        let tokens = cache(source, ManualClock())
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await tokens.token()
        }
        try await until { source.count == 1 }
        try await until { await tokens.waitingCount == 0 }
        let error = await #expect(throws: GoogleCredentialsError.self) { try await caller.value }
        #expect(error?.kind == .cancelled)
        open.finish()
        #expect(try await tokens.token().value == "one")
    }
}
