package import HTTPTransport
package import HTTPTypes

/// Lets web pages from anywhere talk to an emulator, as Google's emulators do.
///
/// Source: <https://fetch.spec.whatwg.org/#http-cors-protocol>.
package struct CrossOrigin: Sendable {
    private let isPreflight: Bool
    /// What is added to each answer; nothing for a request that does not come from a web page.
    private let fields: HTTPFields

    package init(_ request: HTTPRequest) {
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
    package var preflight: HTTPExchangeResponse? {
        isPreflight ? allow(HTTPExchangeResponse(head: HTTPResponse(status: .ok))) : nil
    }

    /// Adds to a response what makes a browser hand it to the page.
    package func allow(_ response: HTTPExchangeResponse) -> HTTPExchangeResponse {
        if fields.isEmpty { return response }
        var response = response
        response.head.headerFields.append(contentsOf: fields)
        return response
    }
}
