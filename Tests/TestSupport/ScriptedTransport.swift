package import HTTPTransport
package import HTTPTypes
import Synchronization

/// A transport that answers from a script, in order, and remembers what it was asked.
package final class ScriptedTransport: HTTPTransport {
    /// One answer.
    package enum Step: Sendable {
        case response(status: Int, fields: HTTPFields, body: [UInt8])
        case failure(HTTPTransportError)
        /// An answer that needs to do something first, such as to cancel a task.
        case work(@Sendable (Request) async throws(HTTPTransportError) -> HTTPExchangeResponse)
    }

    /// One request that was sent.
    package struct Request: Sendable {
        package let head: HTTPRequest
        package let body: [UInt8]

        package init(head: HTTPRequest, body: [UInt8]) {
            self.head = head
            self.body = body
        }

        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }
        /// Method and path, such as `GET /v1/x`, without the wish of each read for an answer that is not laid out.
        package var line: String {
            let path = (head.path ?? "").replacing(/[?&]prettyPrint=false$/, with: "")
            return "\(head.method.rawValue) \(path)"
        }
    }

    private struct State {
        var steps: [Step]
        var requests: [Request] = []
    }

    private let state: Mutex<State>

    package init(_ steps: [Step]) {
        state = Mutex(State(steps: steps))
    }

    /// All requests so far, in order.
    package var requests: [Request] { state.withLock(\.requests) }
    /// How many answers are left.
    package var remaining: Int { state.withLock(\.steps.count) }

    package func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        let request = Request(head: request, body: body)
        let step = state.withLock { state in
            state.requests.append(request)
            return state.steps.isEmpty ? nil : state.steps.removeFirst()
        }
        switch step {
        case .response(let status, let fields, let body):
            return HTTPExchangeResponse(
                head: HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: fields),
                body: body)
        case .failure(let error): throw error
        case .work(let work): return try await work(request)
        case nil: throw HTTPTransportError(.other, "the script has no answer left")
        }
    }
}

extension ScriptedTransport.Step {
    /// A response with JSON.
    package static func json(_ text: String, status: Int = 200, retryAfter: String? = nil) -> Self {
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[.retryAfter] = retryAfter
        return .response(status: status, fields: fields, body: Array(text.utf8))
    }

    /// A response with another content type.
    package static func text(_ text: String, type: String?, status: Int = 200) -> Self {
        var fields = HTTPFields()
        fields[.contentType] = type
        return .response(status: status, fields: fields, body: Array(text.utf8))
    }

    /// No response.
    package static func failure(_ kind: HTTPTransportError.Kind, _ message: String = "scripted") -> Self {
        .failure(HTTPTransportError(kind, message))
    }
}
