import FirestoreClient
package import HTTPTransport
package import HTTPTypes
package import JSONText

/// What a server has answered to one request.
package struct RESTAnswer: Sendable {
    package let status: Int
    package let contentType: String?
    package let body: [UInt8]

    package var text: String { String(decoding: body, as: UTF8.self) }
    /// The body as JSON; nil when it is none.
    package var json: JSON? { try? JSONParser.parse(body) }
}

/// Talking to a test server as it stands, below the client.
extension TestServer {
    /// The root of the documents of this test's project, as names have it.
    package var root: String { "projects/\(project)/databases/(default)/documents" }

    /// Sends one request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path and the query; relative to the root of this test's documents unless it begins with `/v1` or
    ///     `/emulator`, or is `root` for the server's own root.
    ///   - body: The body, sent as JSON unless the fields say something else.
    ///   - authorization: The Authorization header, or nil.
    ///   - fields: More header fields.
    package func exchange(
        _ method: HTTPRequest.Method, _ path: String, body: String = "",
        authorization: String? = "Bearer owner",
        fields: HTTPFields = [:]
    ) async throws(HTTPTransportError) -> RESTAnswer {
        let isAbsolute = path.hasPrefix("/v1") || path.hasPrefix("/emulator")
        var request = HTTPRequest(
            method: method, scheme: "http", authority: "\(endpoint.host):\(endpoint.port)",
            path: path == "root" ? "/" : isAbsolute ? path : "/v1/\(root)\(path)", headerFields: fields)
        request.headerFields[.authorization] = authorization
        if request.headerFields[.contentType] == nil {
            request.headerFields[.contentType] = "application/json"
        }
        let response = try await transport.send(request, body: Array(body.utf8))
        return RESTAnswer(
            status: response.head.status.code, contentType: response.head.headerFields[.contentType],
            body: response.body)
    }

    /// Puts the project under rules.
    ///
    /// - Returns: The answer, status 200 if they were accepted.
    @discardableResult
    package func setRules(_ rules: String) async throws(HTTPTransportError) -> RESTAnswer {
        let file = #"{"name":"firestore.rules","content":\#(JSON.string(rules).compactText)}"#
        return try await exchange(
            .put, "/emulator/v1/projects/\(project):securityRules", body: #"{"rules":{"files":[\#(file)]}}"#)
    }
}
