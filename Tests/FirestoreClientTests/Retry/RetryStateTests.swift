import FirestoreClient
import HTTPTransport
import TestSupport
import Testing

@Suite struct RetryStateTests {
    /// How many attempts a call gets when the same failure comes every time.
    private func attempts(_ failure: FailureTraits, isRepeatable: Bool, _ policy: RetryPolicy = .default)
        -> Int
    {
        var state = RetryState(policy, isRepeatable: isRepeatable)
        var generator = SeededGenerator(seed: 7)
        while case .retry = state.failed(failure, elapsed: .zero, using: &generator) {}
        return state.attempts
    }

    @Test(arguments: [
        // code, attempts of a repeatable call, attempts of one that must not be done twice
        (StatusCode.unavailable, 5, 1), (.deadlineExceeded, 5, 1), (.aborted, 5, 5),
        (.resourceExhausted, 5, 5),
        (.internal, 2, 1), (.unknown, 1, 1), (.cancelled, 1, 1), (.dataLoss, 1, 1), (.invalidArgument, 1, 1),
        (.notFound, 1, 1), (.alreadyExists, 1, 1), (.permissionDenied, 1, 1), (.failedPrecondition, 1, 1),
        (.outOfRange, 1, 1), (.unimplemented, 1, 1), (.unauthenticated, 1, 1), (.ok, 1, 1),
    ])
    func `a status decides`(_ code: StatusCode, _ repeatable: Int, _ once: Int) {
        #expect(attempts(FailureTraits(status: code), isRepeatable: true) == repeatable)
        #expect(attempts(FailureTraits(status: code), isRepeatable: false) == once)
    }

    @Test(arguments: [
        (HTTPTransportError.Kind.unreachable, 5, 5), (.connectionLost, 5, 1), (.timedOut, 5, 1),
        (.tlsFailed, 1, 1),
        (.invalidRequest, 1, 1), (.responseTooLarge, 1, 1), (.cancelled, 1, 1), (.other, 1, 1),
    ])
    func `a failure of the transport decides`(_ kind: HTTPTransportError.Kind, _ repeatable: Int, _ once: Int)
    {
        #expect(attempts(FailureTraits(transport: kind), isRepeatable: true) == repeatable)
        #expect(attempts(FailureTraits(transport: kind), isRepeatable: false) == once)
        let isCertainlyUnsent = HTTPTransportError(kind, "").isCertainlyUnsent
        #expect(FailureTraits(transport: kind).mayHaveBeenApplied == !isCertainlyUnsent)
    }

    @Test(arguments: [
        (502, 5, 1), (503, 5, 1), (504, 5, 1), (429, 5, 5), (404, 1, 1), (500, 1, 1), (200, 1, 1),
    ])
    func `an answer from somebody else decides`(_ status: Int, _ repeatable: Int, _ once: Int) {
        #expect(attempts(FailureTraits(foreignStatus: status), isRepeatable: true) == repeatable)
        #expect(attempts(FailureTraits(foreignStatus: status), isRepeatable: false) == once)
    }

    @Test func `the longest waits double up to the cap`() {
        var backoff = Backoff(RetryPolicy(initialDelay: .milliseconds(250), maximumDelay: .seconds(1)))
        var generator = LargestNumbers()
        let waits = (0..<5).map { _ in backoff.next(using: &generator) }
        #expect(waits == [.milliseconds(250), .milliseconds(500), .seconds(1), .seconds(1), .seconds(1)])
    }

    @Test func `waits are spread between nothing and the ceiling`() {
        var generator = SeededGenerator(seed: 42)
        let waits = (0..<1000).map { _ in
            var backoff = Backoff(RetryPolicy(initialDelay: .seconds(1)))
            return backoff.next(using: &generator)
        }
        #expect(waits.allSatisfy { $0 >= .zero && $0 <= .seconds(1) })
        for tenth in 0..<10 {
            let range = Duration.milliseconds(100 * tenth)..<Duration.milliseconds(100 * (tenth + 1))
            #expect((60...140).contains(waits.count { range.contains($0) }))
        }
    }

    @Test func `the server's wish is a lower bound of the wait`() {
        var generator = LargestNumbers()
        var failure = FailureTraits(status: .resourceExhausted)
        failure.retryAfter = .seconds(3)
        var state = RetryState(.default, isRepeatable: false)
        #expect(state.failed(failure, elapsed: .zero, using: &generator) == .retry(after: .seconds(3)))
        failure.retryAfter = .milliseconds(1)
        #expect(state.failed(failure, elapsed: .zero, using: &generator) == .retry(after: .milliseconds(500)))
    }

    @Test func `no wait begins that would end after the time for the call`() {
        var generator = LargestNumbers()
        let policy = RetryPolicy(initialDelay: .seconds(2), maximumTotalTime: .seconds(10))
        var state = RetryState(policy, isRepeatable: true)
        let failure = FailureTraits(status: .unavailable)
        #expect(state.failed(failure, elapsed: .seconds(8), using: &generator) == .retry(after: .seconds(2)))
        #expect(state.failed(failure, elapsed: .milliseconds(6001), using: &generator) == .giveUp)
        var asked = FailureTraits(status: .unavailable)
        asked.retryAfter = .seconds(11)
        state = RetryState(policy, isRepeatable: true)
        #expect(state.failed(asked, elapsed: .zero, using: &generator) == .giveUp)
    }

    @Test func `a second internal error ends the call, also after other failures`() {
        var generator = SeededGenerator(seed: 1)
        var state = RetryState(.default, isRepeatable: true)
        let codes: [StatusCode] = [.internal, .unavailable, .internal]
        let decisions = codes.map { code in
            state.failed(FailureTraits(status: code), elapsed: .zero, using: &generator) != .giveUp
        }
        #expect(decisions == [true, true, false])
    }

    @Test func `a policy without sense becomes the nearest one with sense`() {
        let policy = RetryPolicy(
            maximumAttempts: 0, initialDelay: .seconds(-1), multiplier: .nan, maximumDelay: .seconds(-1),
            maximumTotalTime: .seconds(-1))
        #expect(policy.maximumAttempts == 1)
        #expect(policy.multiplier == 1)
        #expect(
            policy.initialDelay == .zero && policy.maximumDelay == .zero && policy.maximumTotalTime == .zero)
        #expect(attempts(FailureTraits(status: .unavailable), isRepeatable: true, .never) == 1)
    }
}
