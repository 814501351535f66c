public import HTTPTransport
public import HTTPTypes
import Synchronization

/// An HTTP client on libcurl: HTTP/1.1, HTTP/2 over TLS, connection reuse, any number of concurrent requests.
///
/// Each client runs curl on its own thread, and the calling tasks only wait. A plain request to this machine is begun on
/// the caller's thread, which saves waking the client's. Clients share nothing, so create one and keep it. It ends with
/// ``shutdown()``, when its last reference goes, or when the process exits.
///
/// The client does not follow redirects, does not store cookies or passwords, and always verifies certificates. When a
/// kept connection turns out to be dead, a request is repeated on a new one only if its method is idempotent. No other
/// request follows one with `Connection: close` on its connection.
public final class HTTPClient: HTTPTransport {
    /// The limits and settings of the client.
    public let configuration: HTTPClientConfiguration

    private let loop: TransferLoop
    private let lastID = Atomic(0)

    /// Creates a client. Its thread starts with the first request.
    ///
    /// The first client of a process loads libcurl and sets it up. If that fails, or the system is out of threads or file
    /// descriptors, every request fails and says so.
    public init(configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
        self.configuration = configuration
        // Here and not on the thread, so that a process that exits at once does not find libcurl half set up.
        _ = CurlLibrary.problem
        loop = TransferLoop(configuration)
        HTTPClientScope.current?.add(loop)
    }

    deinit { loop.stop() }

    /// Sends a request and collects its response.
    ///
    /// The head's fields are as the server sent them, even if the body was decoded and `Content-Length` differs. A response
    /// with an error status or a redirect is returned like any other.
    ///
    /// - Parameters:
    ///   - request: The request head. The client adds `Host`, `Content-Length`, `Accept`, `Accept-Encoding` and
    ///     `User-Agent`; a request may set all of them but `Content-Length`.
    ///   - body: The whole request body; empty for none.
    /// - Returns: The response head and its whole body.
    /// - Throws: ``HTTPTransportError`` when no complete response arrived. After a cancellation the transfer has ended
    ///   when this throws; whether the server has acted on it is unknown.
    public func send(
        _ request: HTTPRequest, body: [UInt8] = []
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        // The client must live as long as the call.
        defer { withExtendedLifetime(self) {} }
        let plan = try RequestPlan(request, body: body, userAgent: configuration.userAgent)
        let id = nextID()
        return try await withCancellation(of: id, plan) { continuation in
            loop.submit(Transfer.Submission(id: id, plan: plan, delivery: .collected(continuation)))
        }
    }

    /// Sends a request and returns when the head of its response has arrived.
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

    /// How many connections the client has opened.
    ///
    /// A request is counted before its response is returned.
    public var connectionsOpened: Int { loop.connectionsOpened.load(ordering: .relaxed) }

    /// How many requests are under way or queued.
    package var transfersUnderWay: Int { loop.transfersUnderWay.load(ordering: .relaxed) }

    /// Ends the client: fails what is under way with `cancelled`, closes the connections and ends the thread.
    ///
    /// Returns when all that has happened. Later requests fail with `cancelled`; a second call changes nothing.
    public func shutdown() async {
        loop.stop()
        await loop.untilEnded()
    }

    /// Waits for the end of the thread, even after the client is gone.
    package var untilEnded: @Sendable () async -> Void {
        let loop = loop
        return { await loop.untilEnded() }
    }

    private func nextID() -> Transfer.ID {
        lastID.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Waits for the driver's answer, and cancels the transfer with the task.
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

extension HTTPClient: HTTPStreamingTransport {
    /// As ``stream(_:body:)``.
    public func open(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPOpenResponse {
        let response = try await stream(request, body: body)
        return HTTPOpenResponse(head: response.head, body: response.body)
    }
}
