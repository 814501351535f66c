import ClientCore

/// The ends that only streams of the Realtime Database have.
extension ConnectionEnd<DatabaseError> {
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
