package import HTTPTransport
package import HTTPTypes

/// The state of a transfer, which decides what each event means. It has no handle, clock or continuation.
///
///     waiting ── head ──> receiving ── end ──> ended
///        │                    │
///        └──── our reason ────┴──> aborting ── end ──> ended
///
/// In `aborting` the client has decided to fail, inside one of curl's callbacks, and waits for curl to return the
/// transfer. The error that curl then reports is a consequence and is ignored.
package struct TransferStateMachine: Sendable {
    private enum State {
        case waiting(ResponseHeadParser)
        case receiving(HTTPResponse, bodyBytes: Int)
        case aborting(TransferFailure)
        case ended
    }

    /// What to do when curl is about to write the request.
    package enum BeginAction: Sendable, Equatable {
        case proceed
        case abort
    }

    /// What to do with a header line.
    package enum HeaderAction: Sendable, Equatable {
        case proceed
        case deliverHead(HTTPResponse)
        case abort
    }

    /// What to do with a piece of the body.
    package enum BodyAction: Sendable, Equatable {
        case deliver
        case abort
    }

    /// What to do when the transfer is over.
    package enum EndAction: Sendable, Equatable {
        case succeed(HTTPResponse)
        case fail(TransferFailure)
        case ignore
    }

    /// Whether curl has begun to write the request; from then on it may have been sent.
    package private(set) var requestBegan = false

    private var state = State.waiting(ResponseHeadParser())
    private let isIdempotent: Bool
    private let bodyLimit: Int?
    private var timeouts: TransferTimeouts

    /// Creates the machine of a transfer that has not begun.
    ///
    /// - Parameters:
    ///   - isIdempotent: Whether the request may be written a second time.
    ///   - bodyLimit: The largest body to take, in bytes; `nil` for no limit.
    ///   - timeouts: How long the transfer may take.
    package init(isIdempotent: Bool, bodyLimit: Int?, timeouts: TransferTimeouts) {
        self.isIdempotent = isIdempotent
        self.bodyLimit = bodyLimit
        self.timeouts = timeouts
    }

    /// Curl has a connection and is about to write the request. It does so a second time if the first connection was
    /// a kept one that turned out to be dead.
    package mutating func began(at now: ContinuousClock.Instant) -> BeginAction {
        if requestBegan, !isIdempotent {
            state = .aborting(.mustNotRepeat)
            return .abort
        }
        requestBegan = true
        timeouts.moved(at: now)
        return .proceed
    }

    /// A part of the request's body was taken.
    package mutating func sentBody(at now: ContinuousClock.Instant) {
        timeouts.moved(at: now)
    }

    /// A line of a head or of the trailers arrived.
    package mutating func receivedHeader(
        _ line: some BidirectionalCollection<UInt8>, at now: ContinuousClock.Instant
    ) -> HeaderAction {
        timeouts.moved(at: now)
        switch state {
        case .waiting(var parser):
            switch parser.consume(line) {
            case .more, .interim:
                state = .waiting(parser)
                return .proceed
            case .complete(let head):
                state = .receiving(head, bodyBytes: 0)
                timeouts.headArrived()
                return .deliverHead(head)
            case .malformed:
                state = .aborting(.notHTTP)
                return .abort
            }
        case .receiving:
            // Trailers. Nothing in Firestore's API uses them.
            return .proceed
        case .aborting, .ended:
            return .abort
        }
    }

    /// A piece of the body arrived.
    package mutating func receivedBody(count: Int, at now: ContinuousClock.Instant) -> BodyAction {
        timeouts.moved(at: now)
        switch state {
        case .waiting:
            state = .aborting(.notHTTP)
            return .abort
        case .receiving(let head, let bodyBytes):
            if let bodyLimit, count > bodyLimit - bodyBytes {
                state = .aborting(.responseTooLarge(limit: bodyLimit))
                return .abort
            }
            state = .receiving(head, bodyBytes: bodyBytes + count)
            return .deliver
        case .aborting, .ended:
            return .abort
        }
    }

    /// The reader of a streamed body is too slow, and curl keeps the last piece.
    package mutating func paused() {
        timeouts.paused()
    }

    /// The reader has caught up.
    package mutating func resumed(at now: ContinuousClock.Instant) {
        timeouts.resumed(at: now)
    }

    /// Curl has ended the transfer.
    package mutating func finished(_ error: CurlError?) -> EndAction {
        defer { state = .ended }
        switch state {
        case .waiting: return .fail(error.map { .curl($0) } ?? .notHTTP)
        case .receiving(let head, _): return error.map { .fail(.curl($0)) } ?? .succeed(head)
        case .aborting(let failure): return .fail(failure)
        case .ended: return .ignore
        }
    }

    /// The client ends the transfer for a reason of its own.
    package mutating func stopped(_ failure: TransferFailure) -> EndAction {
        defer { state = .ended }
        switch state {
        case .waiting, .receiving: return .fail(failure)
        case .aborting(let earlier): return .fail(earlier)
        case .ended: return .ignore
        }
    }

    /// A moment before which ``checked(at:)`` need not be asked again; `nil` if nothing can ever time out.
    package func nextCheck(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        timeouts.nextCheck(after: now)
    }

    /// Checks whether the transfer has taken too long.
    package mutating func checked(at now: ContinuousClock.Instant) -> EndAction {
        guard let limit = timeouts.expired(at: now) else { return .ignore }
        return stopped(.expired(limit))
    }
}
