package import HTTPTransport
package import HTTPTypes
import NIOPosix

/// The answer to a request.
package enum HTTPReply: Sendable {
    /// A complete answer, and what to do once it is written.
    case now(HTTPExchangeResponse, afterwards: (@Sendable () -> Void)? = nil)
    /// An answer made by a task. Later requests on the same connection wait.
    case later(@Sendable () async -> HTTPExchangeResponse)
    /// A body in pieces. Each piece is requested when the one before it has been sent. Later requests on the same connection wait
    /// for its end, and it ends with the connection.
    case stream(HTTPResponse, @Sendable () -> AsyncStream<[UInt8]>)
}

extension HTTPReply {
    /// An answer that waits for the disk or takes long: made on a thread that neither reads connections nor runs tasks.
    ///
    /// - Parameters:
    ///   - work: Makes the answer.
    ///   - refusal: The answer when the process is ending.
    package static func onThread(
        refusal: HTTPExchangeResponse, _ work: @escaping @Sendable () -> HTTPExchangeResponse
    ) -> HTTPReply {
        .later { (try? await NIOThreadPool.singleton.runIfActive(work)) ?? refusal }
    }
}
