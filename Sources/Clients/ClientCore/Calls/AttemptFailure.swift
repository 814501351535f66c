import HTTPTransport
package import HTTPTypes

/// A failed attempt: the error for the caller, and what it says about trying again.
package struct AttemptFailure<Failure: CallError>: Error {
    package var error: Failure
    package var traits: FailureTraits

    package init(_ error: Failure, _ traits: FailureTraits) {
        self.error = error
        self.traits = traits
    }

    /// A failure before anything was sent.
    package init(unsent error: Failure) {
        self.init(error, FailureTraits(.permanent, mayHaveBeenApplied: false))
    }

    /// The same failure with what the head of a response adds: when to retry, and which decision of the rules caused it.
    func adding(_ head: HTTPResponse) -> AttemptFailure {
        var failure = self
        failure.error.decision = head.headerFields[.rulesDecision].flatMap { Int($0) }
        if let wait = head.retryAfter { failure.traits.retryAfter = wait }
        return failure
    }
}

extension HTTPResponse {
    /// How long the server asks to wait before the next request; nil when it does not say so in seconds.
    package var retryAfter: Duration? {
        guard let seconds = headerFields[.retryAfter].flatMap({ Int64($0) }), seconds >= 0 else { return nil }
        // The limit only keeps arithmetic safe: no policy waits that long.
        return .seconds(min(seconds, 1_000_000))
    }
}
