package import HTTPTypes

extension HTTPRequest {
    /// A plain request to a loopback server.
    package static func make(
        _ method: HTTPRequest.Method, _ authority: String, path: String = "/", fields: HTTPFields = [:],
        scheme: String = "http"
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: scheme, authority: authority, path: path, headerFields: fields)
    }

    /// A GET request to a loopback server.
    package static func make(_ authority: String, path: String = "/", fields: HTTPFields = [:]) -> HTTPRequest
    {
        make(.get, authority, path: path, fields: fields)
    }
}
