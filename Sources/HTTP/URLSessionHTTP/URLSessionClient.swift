public import HTTPTransport
public import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
#else
    import Foundation
#endif

/// An HTTP client on Foundation's URLSession, for platforms without libcurl, and where the system's own HTTP is preferred.
///
/// It does not follow redirects, does not store cookies, passwords or responses, and always verifies certificates. The caller's tasks
/// wait; URLSession works on threads of its own. Create one and keep it: it keeps its connections. It ends with ``shutdown()``, or
/// when its last reference goes.
///
/// What URLSession decides for itself differs from the client on libcurl: a repeated header field arrives as one, with commas, and
/// a status has no reason phrase.
///
/// On Linux, prefer libcurl. There, Foundation cannot hold a server back: a body that is more than
/// ``HTTPClientConfiguration/maximumResponseBytes`` ahead of its reader ends with `responseTooLarge`. It writes a request once more, whatever
/// its method, if a kept connection turns out to be dead. And it ends the process if a response breaks off within a line of its
/// head, or has trailers.
public final class URLSessionClient: HTTPStreamingTransport {
    /// The limits and settings of the client.
    public let configuration: HTTPClientConfiguration

    private let delegate = SessionDelegate()
    /// Streams have a session of their own, so that no request waits until one ends.
    private let requests: URLSession
    private let streams: URLSession

    /// Creates a client. It opens nothing until the first request.
    public init(configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
        self.configuration = configuration
        requests = URLSession(
            configuration: .make(connectionsPerHost: configuration.maximumConcurrentRequestsPerHost),
            delegate: delegate, delegateQueue: nil)
        streams = URLSession(
            configuration: .make(connectionsPerHost: 100_000), delegate: delegate, delegateQueue: nil)
    }

    deinit {
        // A session keeps its delegate until it is invalidated.
        requests.invalidateAndCancel()
        streams.invalidateAndCancel()
    }

    /// Sends a request and collects its response.
    ///
    /// The head's fields are as the server sent them, even if the body was decoded and `Content-Length` differs. A response
    /// with an error status or a redirect is returned like any other.
    ///
    /// - Parameters:
    ///   - request: The request head. URLSession adds `Host`, `Content-Length`, `Accept-Encoding` and others.
    ///   - body: The whole request body; empty for none.
    /// - Returns: The response head and its whole body.
    /// - Throws: ``HTTPTransportError`` when no complete response arrived. After a cancellation the exchange has ended
    ///   when this throws; whether the server has acted on it is unknown.
    public func send(
        _ request: HTTPRequest, body: [UInt8] = []
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        // The client must live as long as the call.
        defer { withExtendedLifetime(self) {} }
        let limit = configuration.maximumResponseBytes
        let exchange = try begin(request, body, in: requests, endsWithHead: false)
        let head = try await exchange.head()
        var collected: [UInt8] = []
        while let piece = try await exchange.next() {
            guard piece.count <= limit - collected.count else {
                let error = HTTPTransportError.responseTooLarge(at: exchange.endpoint, limit: limit)
                exchange.stop(error)
                throw error
            }
            collected += piece
        }
        return HTTPExchangeResponse(head: head, body: collected)
    }

    /// Sends a request and returns when the head of its response has arrived.
    ///
    /// - Parameters:
    ///   - request: The request head, as for ``send(_:body:)``.
    ///   - body: The whole request body; empty for none.
    /// - Returns: The response head, and the body as it arrives. Releasing the body ends the exchange.
    /// - Throws: ``HTTPTransportError`` when no head arrived.
    public func open(
        _ request: HTTPRequest, body: [UInt8] = []
    ) async throws(HTTPTransportError) -> HTTPOpenResponse {
        let exchange = try begin(request, body, in: streams, endsWithHead: true)
        let body = URLSessionBody(exchange, client: self)
        return HTTPOpenResponse(head: try await exchange.head(), body: body)
    }

    /// Ends the client: fails what is under way with `cancelled`, and closes the connections.
    ///
    /// Returns when that has happened. Later requests fail with `cancelled`; a second call changes nothing.
    public func shutdown() async {
        await delegate.shutDown()
        requests.invalidateAndCancel()
        streams.invalidateAndCancel()
    }

    /// Whether a slow reader holds the server back.
    package static var holdsBack: Bool { Exchange.canPause }

    /// How many requests are under way or queued.
    package var exchangesUnderWay: Int { delegate.count }

    private func begin(
        _ request: HTTPRequest, _ body: [UInt8], in session: URLSession, endsWithHead: Bool
    ) throws(HTTPTransportError) -> Exchange {
        let checked = try CheckedRequest(request, body: body, userAgent: configuration.userAgent)
        guard configuration.certificateAuthorityFile == nil, configuration.additionalAuthorityFile == nil
        else {
            throw HTTPTransportError(
                .invalidRequest,
                "URLSession trusts the system's certificate authorities only, and the client's configuration names a file"
            )
        }
        guard configuration.clientCertificate == nil else {
            throw HTTPTransportError(
                .invalidRequest,
                "URLSession shows certificates of the system's keychain only, and the client's configuration names a file"
            )
        }
        if Task.isCancelled { throw .cancelled(at: checked.endpoint) }
        let exchange = Exchange(checked.endpoint, configuration, endsWithHead: endsWithHead)
        let urlRequest = try URLRequest(checked)
        guard delegate.begin(exchange, session, urlRequest) else {
            throw .shutDown(at: checked.endpoint)
        }
        return exchange
    }
}

extension URLSessionConfiguration {
    /// Nothing stored, and no time limits but the client's own.
    fileprivate static func make(connectionsPerHost: Int) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // In seconds; a year.
        configuration.timeoutIntervalForRequest = 31_536_000
        configuration.timeoutIntervalForResource = 31_536_000
        return configuration
    }
}
