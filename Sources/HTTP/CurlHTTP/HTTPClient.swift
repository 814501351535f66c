public import HTTPTransport
public import HTTPTypes
import Synchronization

/// An HTTP client on libcurl: HTTP/1.1, HTTP/2 over TLS, kept connections, any number of requests at a time.
///
/// Each client has one thread of its own, on which curl runs; the calling tasks only wait. Only a plain request to this
/// machine is begun by its caller, which saves waking that thread. Clients share nothing, so make one and keep it. It
/// ends with ``shutdown()``, or when nothing refers to it any more. When the process exits, its clients end first.
///
/// Redirects are not followed, nothing is stored (cookies, passwords), and certificates are always verified. When a
/// kept connection turns out to be dead, a request is written again on a new one only if its method is idempotent.
public final class HTTPClient: HTTPTransport {
    /// The limits and manners that the client was made with.
    public let configuration: HTTPClientConfiguration

    private let loop: TransferLoop
    private let lastID = Atomic(0)

    /// Creates a client. Its thread starts with the first request.
    ///
    /// The first client of a process sets up libcurl. If the system has no thread or no file descriptors to give, every
    /// request says so.
    public init(configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
        self.configuration = configuration
        // Here and not on the thread: whoever makes a client and exits at once must not meet libcurl half set up.
        _ = CurlLibrary.initialisation
        loop = TransferLoop(configuration)
        HTTPClientScope.current?.add(loop)
    }

    deinit { loop.stop() }

    /// Sends a request and collects its response.
    ///
    /// The fields of the head are as the server sent them, also where the body was decoded: `Content-Length` then
    /// differs. A response with an error status or a redirect is returned like any other.
    ///
    /// - Parameters:
    ///   - request: The request head. The client adds `Host`, `Content-Length`, `Accept`, `Accept-Encoding` and
    ///     `User-Agent`; all but the second may be given.
    ///   - body: The whole request body; empty for none.
    /// - Returns: The response head and its whole body.
    /// - Throws: ``HTTPTransportError`` when no complete response arrived. After a cancellation the transfer is gone
    ///   when this throws; whether the server has acted on it is unknown.
    public func send(
        _ request: HTTPRequest, body: [UInt8] = []
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        // The task refers to the client, but only as long as it uses it.
        defer { withExtendedLifetime(self) {} }
        let plan = try RequestPlan(request, body: body, userAgent: configuration.userAgent)
        let id = nextID()
        return try await withCancellation(of: id, plan) { continuation in
            loop.submit(Transfer.Submission(id: id, plan: plan, delivery: .collected(continuation)))
        }
    }

    /// Sends a request and returns as soon as the head of its response is there.
    ///
    /// - Parameters:
    ///   - request: The request head, as for ``send(_:body:)``.
    ///   - body: The whole request body; empty for none.
    /// - Returns: The response head, and the body to be read as it arrives.
    /// - Throws: ``HTTPTransportError`` when no head arrived.
    public func stream(
        _ request: HTTPRequest, body: [UInt8] = []
    ) async throws(HTTPTransportError) -> HTTPStreamedResponse {
        let plan = try RequestPlan(request, body: body, userAgent: configuration.userAgent)
        let id = nextID()
        let stream = BodyStream(id: id, loop: loop, capacity: configuration.streamBufferBytes)
        let responseBody = HTTPResponseBody(stream, client: self)
        let head = try await withCancellation(of: id, plan) { continuation in
            loop.submit(
                Transfer.Submission(id: id, plan: plan, delivery: .streamed(stream, head: continuation)))
        }
        return HTTPStreamedResponse(head: head, body: responseBody)
    }

    /// How many connections the client has opened since it was made.
    ///
    /// A request is counted before its response is returned.
    public var connectionsOpened: Int { loop.connectionsOpened.load(ordering: .relaxed) }

    /// How many requests are under way or wait for their turn.
    package var transfersUnderWay: Int { loop.transfersUnderWay.load(ordering: .relaxed) }

    /// Ends the client: fails what is under way with `cancelled`, closes the connections and ends the thread.
    ///
    /// Returns when all that has happened. Later requests fail with `cancelled`; a second call changes nothing.
    public func shutdown() async {
        loop.stop()
        await loop.untilEnded()
    }

    /// A way to wait for the end of the thread, also after the client itself is gone.
    package var untilEnded: @Sendable () async -> Void {
        let loop = loop
        return { await loop.untilEnded() }
    }

    private func nextID() -> Transfer.ID {
        lastID.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Waits for the driver's answer, and tells it when the task is cancelled.
    private func withCancellation<Value: Sendable>(
        of id: Transfer.ID, _ plan: RequestPlan,
        submit: (CheckedContinuation<Result<Value, HTTPTransportError>, Never>) -> Void
    ) async throws(HTTPTransportError) -> Value {
        if Task.isCancelled { throw TransferFailure.cancelled.error(at: plan.endpoint, requestBegan: false) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, _>, Never>) in
                submit(continuation)
                // A cancellation before this point has found nothing to cancel.
                if Task.isCancelled { loop.send(.cancel(id)) }
            }
        } onCancel: {
            loop.send(.cancel(id))
        }
        return try result.get()
    }
}
