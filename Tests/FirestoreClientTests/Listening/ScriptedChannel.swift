import FirestoreModel
import FirestoreREST
import FirestoreRPC
import Foundation
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport

/// A server of WebChannel that a test plays: a closure answers each request, and what stays open can be fed by hand.
final class ScriptedChannel: HTTPStreamingTransport {
    /// One request of the four that there are.
    struct Request: Sendable {
        enum Kind: Sendable {
            case handshake, forward, back, terminate
        }

        let kind: Kind
        /// How many of its kind came before.
        let number: Int
        let query: [String: String]
        let form: [String: String]

        /// The number of the last array that the client has.
        var acknowledged: Int { query["AID"].flatMap { Int($0) } ?? -1 }
        /// Whether the answer is to end with the first data.
        var isPolling: Bool { query["CI"] == "1" }
        /// The session, the request's number and its attempt: `s0 5 1`.
        var identity: String {
            [query["SID"], query["RID"], query["t"]].map { $0 ?? "-" }.joined(separator: " ")
        }

        /// What is asked, in words: `+2`, `+2 from t5 with 3` or `-2`.
        var asked: [String] {
            let count = form["count"].flatMap { Int($0) } ?? 0
            return (0..<count).map { index in
                let request = try? ListenRequest.decode(Array((form["req\(index)___data__"] ?? "").utf8))
                return request?.words ?? "garbage"
            }
        }
    }

    /// How a body ends.
    enum Ending: Sendable {
        case complete, broken
        /// It goes on, with what ``push(_:)`` sends.
        case open
    }

    enum Reply: Sendable {
        case body([UInt8], Ending, status: Int = 200, type: String = "text/plain")
        case failure(HTTPTransportError.Kind)

        static func text(_ text: String, status: Int = 200, type: String = "text/html") -> Reply {
            .body(Array(text.utf8), .complete, status: status, type: type)
        }
    }

    private typealias Piece = Result<[UInt8], HTTPTransportError>

    private struct State {
        var requests: [Request] = []
        var piecesTaken = 0
        var open: AsyncStream<Piece>.Continuation?
    }

    private let state = Mutex(State())
    private let answer: @Sendable (Request) -> Reply

    /// - Parameter answer: Answers a request. Nil stands for the usual answer: a session, and nothing else.
    init(_ answer: @escaping @Sendable (Request) -> Reply?) {
        self.answer = { answer($0) ?? ScriptedChannel.usual($0) }
    }

    /// All requests of a kind, in order.
    func requests(_ kind: Request.Kind) -> [Request] {
        state.withLock { $0.requests.filter { $0.kind == kind } }
    }

    /// Waits for so many requests of a kind.
    func until(_ kind: Request.Kind, _ count: Int) async {
        while requests(kind).count < count { await Task.yield() }
    }

    /// Waits until the client has taken so many pieces of streamed answers.
    func untilTaken(_ count: Int) async {
        while state.withLock(\.piecesTaken) < count { await Task.yield() }
    }

    /// Sends more on the open answer.
    func push(_ bytes: [UInt8]) { _ = state.withLock { $0.open?.yield(.success(bytes)) } }

    /// Ends the open answer.
    func end(_ ending: Ending = .complete) {
        state.withLock { state in
            if ending == .broken { state.open?.yield(.failure(ScriptedChannel.broken)) }
            state.open?.finish()
        }
    }

    private static let broken = HTTPTransportError(.connectionLost, "scripted")

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        switch answer(note(request, body)) {
        case .body(_, .broken, _, _): throw ScriptedChannel.broken
        case .body(let body, _, let status, let type):
            return HTTPExchangeResponse(head: ScriptedChannel.head(status, type), body: body)
        case .failure(let kind): throw HTTPTransportError(kind, "scripted")
        }
    }

    func open(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPOpenResponse {
        switch answer(note(request, body)) {
        case .failure(let kind): throw HTTPTransportError(kind, "scripted")
        case .body(let bytes, let ending, let status, let type):
            let (pieces, continuation) = AsyncStream.makeStream(of: Piece.self)
            if !bytes.isEmpty { continuation.yield(.success(bytes)) }
            switch ending {
            case .complete: continuation.finish()
            case .broken:
                continuation.yield(.failure(ScriptedChannel.broken))
                continuation.finish()
            case .open: state.withLock { $0.open = continuation }
            }
            let body = HTTPBodyPieces(pieces) { [self] (piece) throws(HTTPTransportError) in
                state.withLock { $0.piecesTaken += 1 }
                return try piece.get()
            }
            return HTTPOpenResponse(head: ScriptedChannel.head(status, type), body: body)
        }
    }

    private static func head(_ status: Int, _ type: String) -> HTTPResponse {
        HTTPResponse(status: .init(code: status), headerFields: [.contentType: type])
    }

    private func note(_ request: HTTPRequest, _ body: [UInt8]) -> Request {
        let query = ScriptedChannel.form(request.path?.split(separator: "?").last ?? "")
        let kind: Request.Kind =
            if request.method == .get { .back } else if query["TYPE"] == "terminate" {
                .terminate
            } else if query["SID"] == nil { .handshake } else { .forward }
        return state.withLock { state in
            let request = Request(
                kind: kind, number: state.requests.count { $0.kind == kind }, query: query,
                form: ScriptedChannel.form(String(decoding: body, as: UTF8.self)[...]))
            state.requests.append(request)
            return request
        }
    }

    private static func form(_ text: Substring) -> [String: String] {
        let pairs = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return (String(parts[0]), parts.dropFirst().first?.removingPercentEncoding ?? "")
        }
        return Dictionary(pairs) { $1 }
    }
}

/// What a server says.
extension ScriptedChannel {
    /// A text with its length before it.
    static func frame(_ text: String) -> [UInt8] { Array("\(text.utf16.count)\n\(text)".utf8) }

    /// An array with a response.
    static func array(_ id: Int, _ response: ListenResponse) -> String {
        "[\(id),[\(String(decoding: response.encoded(), as: UTF8.self))]]"
    }

    /// Frames with one response each.
    static func frames(_ responses: [ListenResponse], from first: Int = 1) -> [UInt8] {
        responses.enumerated().flatMap { frame("[\(array(first + $0.offset, $0.element))]") }
    }

    static func noop(_ id: Int) -> [UInt8] { frame("[[\(id),[\"noop\"]]]") }

    /// The answer to a handshake.
    static func hello(_ id: String) -> [UInt8] { frame(#"[[0,["c","\#(id)","",8,12,30000]]]"#) }

    private static func usual(_ request: Request) -> Reply {
        switch request.kind {
        case .handshake: .body(hello("s\(request.number)"), .complete)
        case .forward: .body(frame("[1,0,0]"), .complete)
        case .back: .body([], .open)
        case .terminate: .body([], .complete)
        }
    }
}

extension ListenRequest {
    /// `+2`, `+2 from t5 with 3`, `-2` or `nothing`.
    var words: String {
        switch change {
        case .removeTarget(let id): return "-\(id)"
        case .none: return "nothing"
        case .addTarget(let target):
            guard case .token(let token)? = target.resumePoint else { return "+\(target.id)" }
            return "+\(target.id) from \(String(decoding: token, as: UTF8.self))"
                + (target.expectedCount.map { " with \($0)" } ?? "")
        }
    }
}
