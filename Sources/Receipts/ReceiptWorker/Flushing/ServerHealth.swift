package import FirestoreModel

/// Whether the server accepts writes. After a failure that concerns all writes, it sends nothing for a while, then one request to check.
package struct ServerHealth: Sendable, Equatable {
    /// The number of failures in a row.
    package private(set) var failures = 0
    /// Until when to send nothing, in milliseconds since 1970.
    package private(set) var closedUntil: Int64 = 0
    /// Whether the request that checks is in progress.
    private var isProbing = false

    package init() {}

    /// Whether a request may be sent now.
    package func isOpen(at now: Int64) -> Bool { now >= closedUntil && !(failures > 0 && isProbing) }

    /// A request was sent.
    package mutating func began() { if failures > 0 { isProbing = true } }

    /// A request was answered, with success or not.
    package mutating func succeeded() { (failures, closedUntil, isProbing) = (0, 0, false) }

    /// A request has failed in a way that concerns all writes.
    package mutating func failed(
        at now: Int64, code: StatusCode, _ schedule: RetrySchedule,
        using generator: inout some RandomNumberGenerator
    ) {
        isProbing = false
        // Failures of simultaneous requests count once.
        if failures > 0, now < closedUntil { return }
        failures += 1
        closedUntil = now + schedule.delay(failures: failures, code: code, using: &generator)
    }

    /// Whether a failure concerns all writes.
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
