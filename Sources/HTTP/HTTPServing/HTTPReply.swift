package import HTTPTransport
package import HTTPTypes
import NIOPosix

/// The answer to a request.
package enum HTTPReply: Sendable {
    /// This one, and what is to be done once it is written.
    case now(HTTPExchangeResponse, afterwards: (@Sendable () -> Void)? = nil)
    /// One that takes its time. Requests behind it on the same connection wait.
    case later(@Sendable () async -> HTTPExchangeResponse)
    /// A body that comes piece by piece. The next piece is asked for when the one before it has left; the connection ends with the
    /// body, and the body with the connection.
    case stream(HTTPResponse, @Sendable () -> AsyncStream<[UInt8]>)
}

extension HTTPReply {
    /// One that waits for the disk or does much: made on a thread that neither reads from connections nor runs tasks.
    ///
    /// - Parameters:
    ///   - work: Makes the answer.
    ///   - refusal: The answer when the process is about to end.
    package static func onThread(
        refusal: HTTPExchangeResponse, _ work: @escaping @Sendable () -> HTTPExchangeResponse
    ) -> HTTPReply {
        .later { (try? await NIOThreadPool.singleton.runIfActive(work)) ?? refusal }
    }
}
