package import ClientCore
public import FirestoreModel

/// Why a call to Firestore failed.
///
/// Programs decide by the code, people read the message. Neither contains tokens or the content of documents.
public struct FirestoreError: Error, Sendable, CustomStringConvertible {
    /// The server's status, or the closest one when no server answered.
    public let code: StatusCode
    /// One line: what failed, where, and what to do.
    public package(set) var message: String
    /// The server's own words, if any. They differ between servers: never compare them.
    public let serverMessage: String?
    /// The number of the rules' decision that denied the call, with which the embedded emulator explains it: see `:explain`.
    /// Nil from other servers.
    public package(set) var decision: Int?
    /// True if the same call may succeed later: no connection, an overloaded server, a conflict.
    public let isRetryable: Bool
    /// True for writes that may have succeeded although the call failed: the connection was lost before the response arrived.
    /// Read the documents to find out.
    public package(set) var isOutcomeUnknown: Bool
    /// The number of requests sent; 0 if the call failed before the first.
    public package(set) var attempts: Int
    /// The cause, such as the transport's error.
    public let underlying: (any Error)?

    package init(
        _ code: StatusCode, _ message: String, serverMessage: String? = nil, isRetryable: Bool = false,
        isOutcomeUnknown: Bool = false, attempts: Int = 0, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.serverMessage = serverMessage
        self.isRetryable = isRetryable
        self.isOutcomeUnknown = isOutcomeUnknown
        self.attempts = attempts
        self.underlying = underlying
    }

    /// The message.
    public var description: String { message }

    static func invalidArgument(_ subject: String, _ problem: ConversionProblem) -> FirestoreError {
        FirestoreError(.invalidArgument, "\(subject): \(problem)", underlying: problem)
    }
}

extension FirestoreError: CallError {
    package static let service = ServiceName(
        "Firestore", server: "a Firestore server", address: "host and port")
}
