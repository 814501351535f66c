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
    /// The whole exchange took too long, or nothing was sent or received for too long.
    case expired(TransferTimeouts.Expired)
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
            .failed(error.kind(requestBegan: requestBegan), at: endpoint, error.reason, underlying: error)
        case .cancelled: .cancelled(at: endpoint)
        case .shutDown: .shutDown(at: endpoint)
        case .responseTooLarge(let limit): .responseTooLarge(at: endpoint, limit: limit)
        case .expired(.request(let limit)) where !requestBegan:
            HTTPTransportError(.unreachable, "no connection to \(endpoint) within \(limit.text)")
        case .expired(let limit): .timedOut(limit, at: endpoint)
        case .notHTTP:
            HTTPTransportError(.connectionLost, "what answers at \(endpoint) is not an HTTP server")
        case .mustNotRepeat:
            HTTPTransportError(
                .connectionLost, "the connection to \(endpoint) was lost before the response came")
        }
    }
}
