package import FirestoreModel

/// Whether the server takes writes: after a failure that concerns all of them nothing is sent for a while, and then one request to see.
package struct ServerHealth: Sendable, Equatable {
    /// How often in a row it has failed.
    package private(set) var failures = 0
    /// Until when nothing is sent, in milliseconds since 1970.
    package private(set) var closedUntil: Int64 = 0
    /// Whether the one request that is to see is under way.
    private var isProbing = false

    package init() {}

    /// Whether a request may be sent now.
    package func isOpen(at now: Int64) -> Bool { now >= closedUntil && !(failures > 0 && isProbing) }

    /// A request is sent.
    package mutating func began() { if failures > 0 { isProbing = true } }

    /// A request was answered, well or not.
    package mutating func succeeded() { (failures, closedUntil, isProbing) = (0, 0, false) }

    /// A request has failed as all others would.
    package mutating func failed(
        at now: Int64, code: StatusCode, _ schedule: RetrySchedule,
        using generator: inout some RandomNumberGenerator
    ) {
        isProbing = false
        // Requests that were sent together fail together: that counts once.
        if failures > 0, now < closedUntil { return }
        failures += 1
        closedUntil = now + schedule.delay(failures: failures, code: code, using: &generator)
    }

    /// Tells whether a failure concerns everybody's writes.
    package static func isConcerned(by code: StatusCode) -> Bool {
        switch code {
        case .unavailable, .deadlineExceeded, .resourceExhausted, .internal, .unknown: true
        case .ok, .cancelled, .invalidArgument, .notFound, .alreadyExists, .permissionDenied,
            .failedPrecondition,
            .aborted, .outOfRange, .unimplemented, .dataLoss, .unauthenticated:
            false
        }
    }
}
