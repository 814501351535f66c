/// The failures of an exchange, in the words that every client uses.
extension HTTPTransportError {
    package static func failed(
        _ kind: Kind, at endpoint: Endpoint, _ reason: String, underlying: any Error
    ) -> HTTPTransportError {
        let message =
            switch kind {
            case .invalidRequest: "the request to \(endpoint) cannot be sent (\(reason))"
            case .unreachable: "no server answers at \(endpoint) (\(reason))"
            case .connectionLost: "the connection to \(endpoint) was lost (\(reason))"
            case .timedOut: "no response from \(endpoint) in time (\(reason))"
            case .tlsFailed: "no secure connection to \(endpoint) (\(reason))"
            case .responseTooLarge, .cancelled, .other: "the request to \(endpoint) failed (\(reason))"
            }
        var error = HTTPTransportError(kind, message, underlying: underlying)
        error.cause = reason
        return error
    }

    package static func cancelled(at endpoint: Endpoint) -> HTTPTransportError {
        HTTPTransportError(.cancelled, "the request to \(endpoint) was cancelled")
    }

    package static func shutDown(at endpoint: Endpoint) -> HTTPTransportError {
        HTTPTransportError(
            .cancelled, "the request to \(endpoint) ended with its client, which was shut down")
    }

    package static func responseTooLarge(at endpoint: Endpoint, limit: Int) -> HTTPTransportError {
        HTTPTransportError(
            .responseTooLarge, "the response of \(endpoint) is larger than the limit of \(limit) bytes")
    }

    package static func timedOut(
        _ limit: TransferTimeouts.Expired, at endpoint: Endpoint
    ) -> HTTPTransportError {
        switch limit {
        case .request(let limit):
            HTTPTransportError(.timedOut, "no complete response from \(endpoint) within \(limit.text)")
        case .idle(let limit):
            HTTPTransportError(.timedOut, "\(endpoint) sent nothing for \(limit.text)")
        }
    }
}
