import HTTPTypes
import NIOCore
import NIOHTTP1

/// Assembles the requests of a connection from the parts in which they arrive.
struct RequestIntake {
    /// A request that is complete or refused.
    struct Arrival: Equatable {
        var request: HTTPRequest
        /// Nil when it is larger than allowed.
        var body: [UInt8]?
        /// Whether the sender keeps the connection open.
        var keepsAlive: Bool
        /// What is wrong with the head, on one line. Such a request is refused, and nothing more is read from the connection.
        var problem: String?
    }

    private enum State {
        case between
        case collecting(HTTPRequest, [UInt8], limit: Int, keepsAlive: Bool)
        /// The rest of a refused request is ignored.
        case discarding
    }

    private let limit: HTTPService.SizeLimit
    private var state = State.between

    init(limit: @escaping HTTPService.SizeLimit) { self.limit = limit }

    /// Whether a request has begun and is incomplete.
    var isAmidRequest: Bool {
        if case .between = state { false } else { true }
    }

    /// Drops an incomplete request.
    mutating func forget() { state = .between }

    /// Takes the next part.
    ///
    /// - Returns: The request that it completes, or makes too large.
    /// - Throws: When the method is malformed.
    mutating func take(_ part: HTTPServerRequestPart) throws(HTTPParserError) -> Arrival? {
        switch part {
        case .head(let head):
            return try begin(head)
        case .body(let piece):
            guard case .collecting(let request, var body, let limit, let keepsAlive) = state else {
                return nil
            }
            // Appending in place needs the only reference.
            state = .discarding
            if piece.readableBytes > limit - body.count {
                return Arrival(request: request, body: nil, keepsAlive: keepsAlive)
            }
            body.append(contentsOf: piece.readableBytesView)
            state = .collecting(request, body, limit: limit, keepsAlive: keepsAlive)
            return nil
        case .end:
            defer { state = .between }
            guard case .collecting(let request, let body, _, let keepsAlive) = state else { return nil }
            return Arrival(request: request, body: body, keepsAlive: keepsAlive)
        }
    }

    /// The request of a head, and what is wrong with it, on one line.
    ///
    /// - Throws: When the method is malformed.
    static func request(
        _ head: HTTPRequestHead
    ) throws(HTTPParserError) -> (request: HTTPRequest, problem: String?) {
        guard let method = HTTPRequest.Method(head.method.rawValue) else { throw .invalidMethod }
        let target = RequestTarget(head)
        return (HTTPRequest(head, method, target), target.problem)
    }

    private mutating func begin(_ head: HTTPRequestHead) throws(HTTPParserError) -> Arrival? {
        state = .discarding
        let (request, problem) = try RequestIntake.request(head)
        if let problem {
            return Arrival(request: request, body: nil, keepsAlive: false, problem: problem)
        }
        let limit = limit(request)
        let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        if announced > limit { return Arrival(request: request, body: nil, keepsAlive: head.isKeepAlive) }
        var body: [UInt8] = []
        // The limit is what a wrong length can cost.
        if announced > 0 { body.reserveCapacity(min(announced, 1024 * 1024)) }
        state = .collecting(request, body, limit: limit, keepsAlive: head.isKeepAlive)
        return nil
    }
}

extension HTTPRequest {
    /// The same head in a form that is independent of the version of HTTP.
    fileprivate init(_ head: HTTPRequestHead, _ method: Method, _ target: RequestTarget) {
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        for (name, value) in head.headers where !RequestTarget.isHost(name) {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        self.init(
            method: method, scheme: "http", authority: target.authority, path: target.path,
            headerFields: fields)
    }
}
