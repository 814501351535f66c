/// Why a connection of a stream ended.
package enum ConnectionEnd<Failure: CallError>: Error {
    case failed(AttemptFailure<Failure>)
    /// The token is no longer valid.
    case revoked(Failure)

    package var error: Failure {
        switch self {
        case .failed(let failure): failure.error
        case .revoked(let error): error
        }
    }
}

/// The ends that only streams have.
extension ConnectionEnd {
    private static func transient(_ code: Failure.Code, _ message: String) -> ConnectionEnd {
        .failed(
            AttemptFailure(
                Failure(
                    code, message, serverMessage: nil, isRetryable: true, isOutcomeUnknown: false,
                    attempts: 0,
                    underlying: nil),
                FailureTraits(.transient, mayHaveBeenApplied: false)))
    }

    package static func closed(_ subject: String, _ address: HostAddress) -> ConnectionEnd {
        transient(.unavailable, "\(subject) was interrupted: \(address) has closed the connection.")
    }

    package static func silent(
        _ subject: String, _ address: HostAddress, for silence: Duration
    ) -> ConnectionEnd {
        transient(
            .deadlineExceeded, "\(subject) was interrupted: \(address) has sent nothing for \(silence).")
    }

    package static func damaged(
        _ subject: String, _ address: HostAddress, _ reason: String
    ) -> ConnectionEnd {
        transient(
            .unavailable,
            "\(subject) was interrupted: what \(address) sent is damaged (\(reason.oneLine(limit: 200))).")
    }
}
