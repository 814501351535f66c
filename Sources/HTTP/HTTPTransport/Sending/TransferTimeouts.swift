/// The timeouts of a transfer: one for the whole exchange, one for silence.
///
/// Curl and URLSession have both, but curl counts silence in whole seconds, and neither can end the first with the
/// response's head.
package struct TransferTimeouts: Sendable {
    /// A limit that has expired, and how long it was.
    package enum Expired: Sendable, Equatable {
        case request(Duration)
        case idle(Duration)
    }

    private let requestLimit: Duration?
    private let idleLimit: Duration?
    private let endsWithHead: Bool
    private var requestDeadline: ContinuousClock.Instant?
    private var idleDeadline: ContinuousClock.Instant?

    /// Starts the clock of the whole transfer. The clock of silence starts when the request begins.
    ///
    /// - Parameters:
    ///   - request: The limit for the whole transfer; `nil` for none.
    ///   - idle: The limit for silence; `nil` for none.
    ///   - endsWithHead: Whether the first clock stops when the response's head is complete.
    ///   - start: Now.
    package init(request: Duration?, idle: Duration?, endsWithHead: Bool, start: ContinuousClock.Instant) {
        requestLimit = request
        idleLimit = idle
        self.endsWithHead = endsWithHead
        requestDeadline = request.map { start + $0 }
    }

    /// Something was sent or received.
    package mutating func moved(at now: ContinuousClock.Instant) {
        idleDeadline = idleLimit.map { now + $0 }
    }

    /// The response's head is complete.
    package mutating func headArrived() {
        if endsWithHead { requestDeadline = nil }
    }

    /// The client has paused the transfer, so silence is not the server's fault.
    package mutating func paused() {
        idleDeadline = nil
    }

    /// The client takes data again.
    package mutating func resumed(at now: ContinuousClock.Instant) {
        moved(at: now)
    }

    /// The earliest time at which a limit can expire, whatever happens until then; `nil` without limits.
    package func nextCheck(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        // The clock of silence may start at any moment, but only from then on.
        switch (requestDeadline, idleDeadline ?? idleLimit.map { now + $0 }) {
        case (let request?, let idle?): min(request, idle)
        case (let request?, nil): request
        case (nil, let idle): idle
        }
    }

    /// The limit that has expired, if any.
    package func expired(at now: ContinuousClock.Instant) -> Expired? {
        if let requestLimit, let requestDeadline, requestDeadline <= now { return .request(requestLimit) }
        if let idleLimit, let idleDeadline, idleDeadline <= now { return .idle(idleLimit) }
        return nil
    }
}
