package import HTTPTransport

/// The answer to a request.
package enum HTTPReply: Sendable {
    /// This one, and what is to be done once it is written.
    case now(HTTPExchangeResponse, afterwards: (@Sendable () -> Void)? = nil)
    /// One that takes its time. Requests behind it on the same connection wait.
    case later(@Sendable () async -> HTTPExchangeResponse)
}
