import RealtimeDatabase
import TestSupport
import Testing

@Suite struct StreamStateTests {
    private let transient = FailureTraits(.transient, mayHaveBeenApplied: false)
    private let permanent = FailureTraits(.permanent, mayHaveBeenApplied: false)
    private let policy = RetryPolicy(
        maximumAttempts: 3, initialDelay: .seconds(1), multiplier: 2, maximumDelay: .seconds(8))

    /// A stream whose first connection became live at zero.
    private func live() -> StreamState {
        var state = StreamState(policy, longestSilence: .seconds(60))
        state.connect(at: .zero)
        state.receivedEvent(at: .zero)
        return state
    }

    @Test func `a stream that never began fails as a call does`() {
        var (state, generator) = (StreamState(policy, longestSilence: .seconds(60)), LargestNumbers())
        state.connect(at: .zero)
        #expect(state.lost(transient, at: .zero, using: &generator) == .connect(after: .seconds(1)))
        #expect(state.phase == .waiting)
        state.connect(at: .zero)
        #expect(state.lost(transient, at: .zero, using: &generator) == .connect(after: .seconds(2)))
        state.connect(at: .zero)
        #expect(state.lost(transient, at: .zero, using: &generator) == .giveUp)
        #expect(state.phase == .ended)
    }

    @Test func `a stream that has begun is made again for ever, after growing waits`() {
        var (state, generator) = (live(), LargestNumbers())
        var waits: [Duration] = []
        for _ in 0..<100 {
            guard case .connect(let wait) = state.lost(transient, at: .zero, using: &generator) else { break }
            waits.append(wait)
            state.connect(at: .zero)
        }
        #expect(waits.count == 100)
        #expect(Array(waits.prefix(5)) == [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(8)])
    }

    @Test func `a failure that stays ends the stream at once`() {
        var (state, generator) = (live(), LargestNumbers())
        #expect(state.lost(permanent, at: .zero, using: &generator) == .giveUp)
        #expect(state.phase == .ended)
    }

    @Test func `only a connection that has lasted makes the waits short again`() {
        var (state, generator) = (live(), LargestNumbers())
        #expect(state.lost(transient, at: .seconds(1), using: &generator) == .connect(after: .seconds(1)))
        state.connect(at: .seconds(2))
        state.receivedEvent(at: .seconds(2))
        #expect(state.lost(transient, at: .seconds(9), using: &generator) == .connect(after: .seconds(2)))
        state.connect(at: .seconds(20))
        state.receivedEvent(at: .seconds(20))
        #expect(state.lost(transient, at: .seconds(28), using: &generator) == .connect(after: .seconds(1)))
        #expect(state.failures == 1)
    }

    @Test func `a connection without an event does not count as lasting`() {
        var (state, generator) = (live(), LargestNumbers())
        _ = state.lost(transient, at: .zero, using: &generator)
        state.connect(at: .zero)
        state.receivedBytes(at: .seconds(100))
        #expect(state.phase == .connecting)
        #expect(state.lost(transient, at: .seconds(100), using: &generator) == .connect(after: .seconds(2)))
    }

    @Test func `the server may ask for a longer wait`() {
        var (state, generator) = (live(), LargestNumbers())
        let busy = FailureTraits(.transient, mayHaveBeenApplied: false, retryAfter: .seconds(30))
        #expect(state.lost(busy, at: .zero, using: &generator) == .connect(after: .seconds(30)))
    }

    @Test func `silence is two signs of life long`() {
        var state = StreamState(policy, longestSilence: .seconds(60))
        state.connect(at: .seconds(5))
        #expect(state.silence(at: .seconds(5)) == .watch(for: .seconds(60)))
        #expect(state.silence(at: .seconds(64)) == .watch(for: .seconds(1)))
        #expect(state.silence(at: .seconds(65)) == .tooLong)
        state.receivedBytes(at: .seconds(64))
        #expect(state.silence(at: .seconds(65)) == .watch(for: .seconds(59)))
    }

    @Test func `a revoked token is replaced at once, then after waits, and not for ever`() {
        var (state, generator) = (live(), LargestNumbers())
        #expect(state.revoked(canRenew: true, at: .zero, using: &generator) == .connect(after: .zero))
        state.connect(at: .zero)
        #expect(state.revoked(canRenew: true, at: .zero, using: &generator) == .connect(after: .seconds(1)))
        state.connect(at: .zero)
        #expect(state.revoked(canRenew: true, at: .zero, using: &generator) == .connect(after: .seconds(2)))
        state.connect(at: .zero)
        #expect(state.revoked(canRenew: true, at: .zero, using: &generator) == .giveUp)
    }

    @Test func `a token that has lasted is not the last one`() {
        var (state, generator) = (live(), LargestNumbers())
        for hour in 1...100 {
            let now = Duration.seconds(hour * 3600)
            #expect(state.revoked(canRenew: true, at: now, using: &generator) == .connect(after: .zero))
            state.connect(at: now)
            state.receivedEvent(at: now)
        }
    }

    @Test func `a token that cannot be replaced ends the stream`() {
        var (state, generator) = (live(), LargestNumbers())
        #expect(state.revoked(canRenew: false, at: .zero, using: &generator) == .giveUp)
    }
}
