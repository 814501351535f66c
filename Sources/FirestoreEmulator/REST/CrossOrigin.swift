import HTTPTransport
import HTTPTypes

/// Lets web pages from anywhere talk to the emulator, as Google's does.
///
/// Source: <https://fetch.spec.whatwg.org/#http-cors-protocol>.
struct CrossOrigin {
    private let isPreflight: Bool
    /// What is added to each answer; nothing for a request that does not come from a web page.
    private let fields: HTTPFields

    init(_ request: HTTPRequest) {
        isPreflight = request.method == .options
        guard let origin = request.headerFields.value(.origin) else {
            fields = [:]
            return
        }
        var fields: HTTPFields = [
            .accessControlAllowOrigin: origin,
            .accessControlAllowMethods: "DELETE,GET,HEAD,PATCH,POST,PUT",
            .accessControlAllowCredentials: "true",
        ]
        fields[.accessControlAllowHeaders] = request.headerFields[.accessControlRequestHeaders]
        if let name = HTTPField.Name("access-control-request-private-network"),
            request.headerFields.contains(name),
            let answer = HTTPField.Name("access-control-allow-private-network")
        {
            fields[answer] = "true"
        }
        self.fields = fields
    }

    /// The answer to the question whether a request may be sent, wherever it leads; nil for any other request.
    var preflight: HTTPExchangeResponse? {
        isPreflight ? allow(HTTPExchangeResponse(head: HTTPResponse(status: .ok))) : nil
    }

    /// Adds to a response what makes a browser hand it to the page.
    func allow(_ response: HTTPExchangeResponse) -> HTTPExchangeResponse {
        if fields.isEmpty { return response }
        var response = response
        response.head.headerFields.append(contentsOf: fields)
        return response
    }
}
