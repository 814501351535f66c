package import CoreValues

/// The error of a client, as far as its calls need to know it.
package protocol CallError: Error {
    associatedtype Code: CallErrorCode

    /// What messages call the service that the client talks to.
    static var service: ServiceName { get }

    var code: Code { get }
    var message: String { get set }
    var decision: Int? { get set }
    var isOutcomeUnknown: Bool { get set }
    var attempts: Int { get set }

    init(
        _ code: Code, _ message: String, serverMessage: String?, isRetryable: Bool, isOutcomeUnknown: Bool,
        attempts: Int, underlying: (any Error)?)
}

/// The codes that the errors of all clients have.
package protocol CallErrorCode: Sendable, Equatable {
    static var invalidArgument: Self { get }
    static var unauthenticated: Self { get }
    static var resourceExhausted: Self { get }
    static var unavailable: Self { get }
    static var deadlineExceeded: Self { get }
    static var cancelled: Self { get }
    static var unknown: Self { get }
}

extension StatusCode: CallErrorCode {}

/// What messages call a service.
package struct ServiceName: Sendable {
    /// Within a sentence: `Firestore`, `the Realtime Database`.
    let name: String
    /// One of its servers: `a Firestore server`.
    let server: String
    /// What to check when another server answers: `host and port`.
    let address: String

    package init(_ name: String, server: String, address: String) {
        self.name = name
        self.server = server
        self.address = address
    }
}

extension CallError {
    /// The same error with the number of the rules' decision that caused it.
    package func explained(by decision: Int?) -> Self {
        var error = self
        error.decision = decision
        return error
    }

    /// The same error with what is known only after all attempts.
    func concluding(_ progress: CallProgress) -> Self {
        var error = self
        error.attempts = progress.sent
        error.isOutcomeUnknown = progress.isOutcomeUnknown
        if progress.sent > 1 { error.message += " Tried \(progress.sent) times." }
        if progress.isOutcomeUnknown { error.message += " The write may have succeeded nevertheless." }
        return error
    }

    package static func invalidArgument(_ message: String, underlying: (any Error)? = nil) -> Self {
        Self(
            .invalidArgument, message, serverMessage: nil, isRetryable: false, isOutcomeUnknown: false,
            attempts: 0, underlying: underlying)
    }

    /// - Parameter subject: The call; nil if it is unknown.
    package static func cancelled(_ subject: String? = nil, underlying: (any Error)?) -> Self {
        Self(
            .cancelled, "\(subject ?? "The call to \(service.name)") was cancelled.", serverMessage: nil,
            isRetryable: false, isOutcomeUnknown: false, attempts: 0, underlying: underlying)
    }

    package init(_ problem: CredentialsProblem, subject: String? = nil) {
        switch problem {
        case .unusable(let reason): self = .invalidArgument(reason)
        case .noToken(let error):
            self.init(
                .unauthenticated, "No token for \(Self.service.name): the token provider failed.",
                serverMessage: nil, isRetryable: false, isOutcomeUnknown: false, attempts: 0,
                underlying: error)
        case .cancelled(let error): self = .cancelled(subject, underlying: error)
        }
    }
}
