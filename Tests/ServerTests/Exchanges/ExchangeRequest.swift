import HTTPTypes
import JSONText

/// A request as a test writes it down: with ``Placeholders`` for what only a run can tell.
struct ExchangeRequest: Sendable, Equatable {
    enum Body: Sendable, Equatable {
        case none
        case json(JSON)
        /// Sent as it stands: what is no JSON.
        case text(String)
    }

    struct Header: Sendable, Equatable {
        let name: String
        let value: String
    }

    /// The name by which later requests refer to the answer.
    var label: String?
    var method: HTTPRequest.Method
    /// The path and the query, percent-encoded.
    var target: String
    /// The header that says who asks, or nil.
    var authorization: String? = "Bearer owner"
    var headers: [Header] = []
    var body = Body.none

    /// The text of the body; empty for none.
    var bodyText: String {
        switch body {
        case .none: ""
        case .json(let json): json.compactText
        case .text(let text): text
        }
    }
}

/// What a server has answered.
struct ExchangeAnswer: Sendable, Equatable {
    /// The status and, where there is one, the content type: `200 application/json`.
    var status: String
    var body: String

    /// None, for as long as a test waits.
    static let missing = ExchangeAnswer(status: "no answer", body: "")
}
