import ClientCore
import HTTPTypes

/// Why a connection of a stream ended.
enum ConnectionEnd: Sendable {
    case failed(AttemptFailure<DatabaseError>)
    /// The token is no longer valid.
    case revoked(DatabaseError)

    var error: DatabaseError {
        switch self {
        case .failed(let failure): failure.error
        case .revoked(let error): error
        }
    }
}

/// The ends that only streams have.
extension ConnectionEnd {
    private static func transient(_ code: DatabaseError.Code, _ message: String) -> ConnectionEnd {
        .failed(
            AttemptFailure(
                DatabaseError(code, message, isRetryable: true),
                FailureTraits(.transient, mayHaveBeenApplied: false)))
    }

    static func closed(_ subject: String, _ address: HostAddress) -> ConnectionEnd {
        transient(.unavailable, "\(subject) was interrupted: \(address) has closed the connection.")
    }

    static func silent(_ subject: String, _ address: HostAddress) -> ConnectionEnd {
        transient(
            .deadlineExceeded,
            "\(subject) was interrupted: \(address) has sent nothing for \(StreamState.longestSilence).")
    }

    static func damaged(_ subject: String, _ address: HostAddress, _ reason: String) -> ConnectionEnd {
        transient(
            .unavailable,
            "\(subject) was interrupted: what \(address) sent is damaged (\(reason.oneLine(limit: 200))).")
    }

    static func tooLong(_ subject: String, _ address: HostAddress) -> ConnectionEnd {
        .failed(
            AttemptFailure(
                unsent: DatabaseError(
                    .resourceExhausted,
                    "\(subject) failed: an event of \(address) is too large. Listen to less at a time.")))
    }

    static func cancelledByRules(_ subject: String, _ credentials: Credentials) -> ConnectionEnd {
        .failed(
            AttemptFailure(
                unsent: DatabaseError(
                    .permissionDenied,
                    "\(subject) failed: the security rules no longer allow it to \(credentials).")))
    }

    static func revoked(_ subject: String, words: String) -> ConnectionEnd {
        .revoked(
            DatabaseError(
                .unauthenticated,
                "\(subject) failed: the token is no longer accepted. Give a new one, or a provider of tokens.",
                serverMessage: words))
    }
}
