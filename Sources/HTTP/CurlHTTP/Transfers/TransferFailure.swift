package import HTTPTransport

/// Why a transfer got no complete response: the fact, before it becomes an error with a message.
package enum TransferFailure: Sendable, Equatable {
    /// Curl gave up.
    case curl(CurlError)
    /// The task that waited was cancelled, or its reader went away.
    case cancelled
    /// The client was shut down.
    case shutDown
    /// The body outgrew the limit, in bytes.
    case responseTooLarge(limit: Int)
    /// The exchange took longer than it may in all.
    case requestTimedOut(after: Duration)
    /// Nothing moved for longer than allowed.
    case idle(for: Duration)
    /// What came back does not begin like an HTTP response.
    case notHTTP
    /// A kept connection was dead, and the request must not be written twice.
    case mustNotRepeat

    /// The error for the caller.
    ///
    /// - Parameters:
    ///   - endpoint: The server, for the message.
    ///   - requestBegan: Whether anything of the request may have been sent.
    package func error(at endpoint: Endpoint, requestBegan: Bool) -> HTTPTransportError {
        switch self {
        case .curl(let error):
            Self.error(error, at: endpoint, requestBegan: requestBegan)
        case .cancelled:
            HTTPTransportError(.cancelled, "the request to \(endpoint) was cancelled")
        case .shutDown:
            HTTPTransportError(
                .cancelled, "the request to \(endpoint) ended with its client, which was shut down")
        case .responseTooLarge(let limit):
            HTTPTransportError(
                .responseTooLarge, "the response of \(endpoint) is larger than the limit of \(limit) bytes"
            )
        case .requestTimedOut(let limit) where requestBegan:
            HTTPTransportError(.timedOut, "no complete response from \(endpoint) within \(limit.text)")
        case .requestTimedOut(let limit):
            HTTPTransportError(.unreachable, "no connection to \(endpoint) within \(limit.text)")
        case .idle(let limit):
            HTTPTransportError(.timedOut, "\(endpoint) sent nothing for \(limit.text)")
        case .notHTTP:
            HTTPTransportError(.connectionLost, "what answers at \(endpoint) is not an HTTP server")
        case .mustNotRepeat:
            HTTPTransportError(
                .connectionLost, "the connection to \(endpoint) was lost before the response came")
        }
    }

    private static func error(
        _ error: CurlError, at endpoint: Endpoint, requestBegan: Bool
    ) -> HTTPTransportError {
        let kind = error.kind(requestBegan: requestBegan)
        let message =
            switch kind {
            case .invalidRequest: "the request to \(endpoint) cannot be sent (\(error.reason))"
            case .unreachable: "no server answers at \(endpoint) (\(error.reason))"
            case .connectionLost: "the connection to \(endpoint) was lost (\(error.reason))"
            case .timedOut: "no response from \(endpoint) in time (\(error.reason))"
            case .tlsFailed: "no secure connection to \(endpoint) (\(error.reason))"
            case .responseTooLarge, .cancelled, .other: "the request to \(endpoint) failed (\(error.reason))"
            }
        return HTTPTransportError(kind, message, underlying: error)
    }
}
