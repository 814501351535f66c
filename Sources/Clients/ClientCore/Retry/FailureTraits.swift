package import HTTPTransport

/// What a failed attempt says about trying again.
package struct FailureTraits: Sendable, Equatable {
    package enum Persistence: Sendable, Equatable {
        /// Another attempt fails the same way.
        case permanent
        /// Another attempt may succeed.
        case transient
        /// One more attempt may succeed; a second such failure counts as permanent.
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

    /// The traits when no complete response arrived.
    package init(transport kind: HTTPTransportError.Kind) {
        switch kind {
        case .unreachable: self.init(.transient, mayHaveBeenApplied: false)
        case .connectionLost, .timedOut: self.init(.transient, mayHaveBeenApplied: true)
        // Asking again does not change a certificate or a URL.
        case .invalidRequest, .tlsFailed: self.init(.permanent, mayHaveBeenApplied: false)
        case .responseTooLarge, .cancelled, .other: self.init(.permanent, mayHaveBeenApplied: true)
        }
    }

    /// The traits of an HTTP status that does not come from the database, but from a proxy, for example.
    package init(foreignStatus status: Int) {
        switch status {
        case 429: self.init(.transient, mayHaveBeenApplied: false)
        case 502, 503, 504: self.init(.transient, mayHaveBeenApplied: true)
        case 400..<500: self.init(.permanent, mayHaveBeenApplied: false)
        default: self.init(.permanent, mayHaveBeenApplied: true)
        }
    }
}
