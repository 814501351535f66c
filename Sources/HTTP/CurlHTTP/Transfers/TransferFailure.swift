package import HTTPTransport

/// Why a transfer got no complete response, before it becomes an error with a message.
package enum TransferFailure: Sendable, Equatable {
    /// Curl gave up.
    case curl(CurlError)
    /// The waiting task was cancelled, or the reader of the body went away.
    case cancelled
    /// The client was shut down.
    case shutDown
    /// The body is larger than the limit, in bytes.
    case responseTooLarge(limit: Int)
    /// The whole exchange took too long.
    case requestTimedOut(after: Duration)
    /// Nothing was sent or received for too long.
    case idle(for: Duration)
    /// The response does not begin like HTTP.
    case notHTTP
    /// A kept connection was dead, and the request must not be sent twice.
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
