package import HTTPTransport
package import HTTPTypes

/// Allows web pages of all origins to use an emulator, as Google's emulators do.
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

    /// The answer to a preflight request for any path; nil for other requests.
    package var preflight: HTTPExchangeResponse? {
        isPreflight ? allow(HTTPExchangeResponse(head: HTTPResponse(status: .ok))) : nil
    }

    /// Adds the header fields that allow a browser to show a response to the page.
    package func allow(_ response: HTTPExchangeResponse) -> HTTPExchangeResponse {
        if fields.isEmpty { return response }
        var response = response
        response.head.headerFields.append(contentsOf: fields)
        return response
    }
}
