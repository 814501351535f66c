package import HTTPTransport

/// What a failed attempt says about trying again.
package struct FailureTraits: Sendable, Equatable {
    package enum Persistence: Sendable, Equatable {
        /// Another attempt fails the same way.
        case permanent
        /// Another attempt may succeed.
        case transient
        /// One more attempt may succeed; a second failure of the kind is taken for a permanent one.
        case transientOnce
    }

    package var persistence: Persistence
    /// True when the server may have carried out a write although no success was reported.
    package var mayHaveBeenApplied: Bool
    /// How long the server asks to wait.
    package var retryAfter: Duration?

    package init(_ persistence: Persistence, mayHaveBeenApplied: Bool, retryAfter: Duration? = nil) {
        self.persistence = persistence
        self.mayHaveBeenApplied = mayHaveBeenApplied
        self.retryAfter = retryAfter
    }

    /// What it says that no complete response has come.
    package init(transport kind: HTTPTransportError.Kind) {
        switch kind {
        case .unreachable: self.init(.transient, mayHaveBeenApplied: false)
        case .connectionLost, .timedOut: self.init(.transient, mayHaveBeenApplied: true)
        // A certificate or a URL does not become good by asking again.
        case .invalidRequest, .tlsFailed: self.init(.permanent, mayHaveBeenApplied: false)
        case .responseTooLarge, .cancelled, .other: self.init(.permanent, mayHaveBeenApplied: true)
        }
    }

    /// What an HTTP status says when somebody else than the database has answered, such as a proxy.
    package init(foreignStatus status: Int) {
        switch status {
        case 429: self.init(.transient, mayHaveBeenApplied: false)
        case 502, 503, 504: self.init(.transient, mayHaveBeenApplied: true)
        case 400..<500: self.init(.permanent, mayHaveBeenApplied: false)
        default: self.init(.permanent, mayHaveBeenApplied: true)
        }
    }
}
