import CurlHTTP
import HTTPTransport
import Testing
import URLSessionHTTP

/// The clients that send over a socket.
enum ClientKind: String, CaseIterable, CustomTestStringConvertible {
    case curl
    case urlSession

    /// Those that take no more from a server than their reader does.
    static var holdingBack: [ClientKind] { URLSessionClient.holdsBack ? allCases : [.curl] }

    var testDescription: String { rawValue }

    /// A client with some settings changed.
    func make(_ change: (inout HTTPClientConfiguration) -> Void = { _ in }) -> any SocketClient {
        var configuration = HTTPClientConfiguration()
        change(&configuration)
        return switch self {
        case .curl: HTTPClient(configuration: configuration)
        case .urlSession: URLSessionClient(configuration: configuration)
        }
    }

    /// Whether the server is held back because the reader of this body lags.
    func isPaused(_ body: any AsyncSequence<[UInt8], HTTPTransportError> & Sendable) -> Bool {
        switch self {
        case .curl: (body as? HTTPResponseBody)?.isPaused ?? false
        case .urlSession: (body as? URLSessionBody)?.isPaused ?? false
        }
    }

    /// Whether a reader of this body waits for more.
    func isWaited(_ body: any AsyncSequence<[UInt8], HTTPTransportError> & Sendable) -> Bool {
        switch self {
        case .curl: (body as? HTTPResponseBody)?.isWaited ?? false
        case .urlSession: (body as? URLSessionBody)?.isWaited ?? false
        }
    }
}

/// What the tests know of a client.
protocol SocketClient: HTTPStreamingTransport {
    var requestsUnderWay: Int { get }
    func shutdown() async
}

extension HTTPClient: SocketClient {
    var requestsUnderWay: Int { transfersUnderWay }
}

extension URLSessionClient: SocketClient {
    var requestsUnderWay: Int { exchangesUnderWay }
}
