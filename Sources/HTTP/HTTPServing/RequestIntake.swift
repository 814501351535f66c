import HTTPTypes
import NIOCore
import NIOHTTP1

/// Puts the requests of one connection together from the parts in which they arrive.
struct RequestIntake {
    /// A request that is complete, or known to be refused.
    struct Arrival: Equatable {
        var request: HTTPRequest
        /// Nil for one that is larger than allowed.
        var body: [UInt8]?
        /// Whether the sender goes on with the connection.
        var keepsAlive: Bool
        /// What is wrong with the head, on one line. Such a request is refused, and nothing of the connection is read after it.
        var problem: String?
    }

    private enum State {
        case between
        case collecting(HTTPRequest, [UInt8], keepsAlive: Bool)
        /// What is left of a refused request is passed over.
        case discarding
    }

    private let limit: Int
    private var state = State.between

    /// - Parameter limit: The largest body to take, in bytes.
    init(limit: Int) { self.limit = limit }

    /// Whether a request is half through.
    var isAmidRequest: Bool {
        if case .between = state { false } else { true }
    }

    /// Gives up a request that is half through.
    mutating func forget() { state = .between }

    /// Takes the next part.
    ///
    /// - Returns: The request that it completes, or that it makes too large.
    /// - Throws: When the method cannot be one.
    mutating func take(_ part: HTTPServerRequestPart) throws(HTTPParserError) -> Arrival? {
        switch part {
        case .head(let head):
            return try begin(head)
        case .body(let piece):
            guard case .collecting(let request, var body, let keepsAlive) = state else { return nil }
            // The only reference is needed to append in place.
            state = .discarding
            if piece.readableBytes > limit - body.count {
                return Arrival(request: request, body: nil, keepsAlive: keepsAlive)
            }
            body.append(contentsOf: piece.readableBytesView)
            state = .collecting(request, body, keepsAlive: keepsAlive)
            return nil
        case .end:
            defer { state = .between }
            guard case .collecting(let request, let body, let keepsAlive) = state else { return nil }
            return Arrival(request: request, body: body, keepsAlive: keepsAlive)
        }
    }

    private mutating func begin(_ head: HTTPRequestHead) throws(HTTPParserError) -> Arrival? {
        state = .discarding
        guard let method = HTTPRequest.Method(head.method.rawValue) else { throw .invalidMethod }
        let target = RequestTarget(head)
        let request = HTTPRequest(head, method, target)
        if let problem = target.problem {
            return Arrival(request: request, body: nil, keepsAlive: false, problem: problem)
        }
        let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        if announced > limit { return Arrival(request: request, body: nil, keepsAlive: head.isKeepAlive) }
        var body: [UInt8] = []
        // A wrong announcement costs no more than this.
        if announced > 0 { body.reserveCapacity(min(announced, 1024 * 1024)) }
        state = .collecting(request, body, keepsAlive: head.isKeepAlive)
        return nil
    }
}

extension HTTPRequest {
    /// The same head in the form that does not depend on a version of HTTP.
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
