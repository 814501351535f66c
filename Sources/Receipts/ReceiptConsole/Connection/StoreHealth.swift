/// Whether a database answers, judged by the requests to it. A value: events and times are arguments.
///
/// A failed request proves little, because a single connection may break. It casts doubt, and a probe decides.
struct StoreHealth: Sendable, Equatable {
    typealias Instant = ContinuousClock.Instant

    enum State: Sendable, Equatable {
        case answering
        /// A request has failed: a probe is due at once.
        case doubtful
        /// Probes have failed; with the last reason and their number in a row.
        case silent(reason: String, failures: Int)
    }

    private(set) var state = State.answering
    /// When it last answered; nil for never.
    private(set) var lastAnswer: Instant?
    private var lastProbe: Instant?
    private var isProbing = false

    /// Why it does not answer; nil while it does.
    var reason: String? {
        if case .silent(let reason, _) = state { reason } else { nil }
    }

    /// A request was answered, with any status.
    mutating func answered(at now: Instant) { (state, lastAnswer) = (.answering, now) }

    /// A request was not answered.
    mutating func failed() {
        if state == .answering { state = .doubtful }
    }

    /// Starts a probe if one is due: after a while without responses, at once in doubt, and less and less often while the database is silent.
    ///
    /// - Returns: Whether to probe now.
    mutating func beginProbe(at now: Instant, _ pace: ProbePace) -> Bool {
        if isProbing { return false }
        let isDue =
            switch state {
            case .answering: lastAnswer.map { now >= $0 + pace.idle } ?? true
            case .doubtful: true
            case .silent(_, let failures): lastProbe.map { now >= $0 + pace.wait(after: failures) } ?? true
            }
        if isDue { (isProbing, lastProbe) = (true, now) }
        return isDue
    }

    /// A probe has ended.
    ///
    /// - Parameter failure: Why there was no answer; nil when there was one.
    mutating func endProbe(_ failure: String?, at now: Instant) {
        isProbing = false
        guard let failure else { return answered(at: now) }
        let failures = if case .silent(_, let failures) = state { failures } else { 0 }
        state = .silent(reason: failure, failures: failures + 1)
    }
}
