import ClientCore

/// What the statuses of the database's answers mean.
///
/// Source: https://firebase.google.com/docs/reference/rest/database#section-error-conditions
extension DatabaseError.Code {
    /// Reads the status and, where it has several meanings, the message, which begins alike on all servers.
    init(httpStatus status: Int, message: String) {
        let words = message.lowercased()
        switch status {
        case 400:
            if words.hasPrefix("index not defined") {
                self = .indexNotDefined
            } else if words.contains("exceeds the maximum size") || words.contains("too large") {
                self = .resourceExhausted
            } else {
                self = .invalidArgument
            }
        // The same status for the rules' refusals and for invalid tokens.
        case 401: self = words.hasPrefix("permission denied") ? .permissionDenied : .unauthenticated
        case 403: self = .permissionDenied
        case 404: self = .notFound
        case 408, 504: self = .deadlineExceeded
        case 412: self = .preconditionFailed
        case 402, 413, 429: self = .resourceExhausted
        case 417: self = .invalidArgument
        // A disabled database.
        case 423: self = .unavailable
        case 502, 503: self = .unavailable
        case 500...599: self = .internal
        case _: self = .unknown
        }
    }
}

extension FailureTraits {
    /// The traits of a status that the database itself has sent.
    init(databaseStatus status: Int) {
        switch status {
        case 429: self.init(.transient, mayHaveBeenApplied: false)
        case 408, 502, 503, 504: self.init(.transient, mayHaveBeenApplied: true)
        case 400..<500: self.init(.permanent, mayHaveBeenApplied: false)
        case 500: self.init(.transientOnce, mayHaveBeenApplied: true)
        case _: self.init(.permanent, mayHaveBeenApplied: true)
        }
    }
}
