package import HTTPTransport
import HTTPTypes

extension HTTPExchangeResponse {
    /// The response to a client that already has the newest version.
    package static func notModified(_ tag: String) -> HTTPExchangeResponse {
        HTTPExchangeResponse(head: HTTPResponse(status: .notModified)).tagged(tag)
    }

    /// Adds the entity tag, if any, which pages may read too.
    package func tagged(_ tag: String?) -> HTTPExchangeResponse {
        guard let tag else { return self }
        var response = self
        response.head.headerFields[.eTag] = tag
        response.head.headerFields[.accessControlExposeHeaders] = "ETag"
        return response
    }

    /// A page of HTML. Nothing on it may load anything or run.
    package static func page(_ html: String) -> HTTPExchangeResponse {
        var fields = HTTPFields()
        fields[.contentType] = "text/html; charset=utf-8"
        fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'"
        fields[.xContentTypeOptions] = "nosniff"
        return HTTPExchangeResponse(
            head: HTTPResponse(status: .ok, headerFields: fields), body: Array(html.utf8))
    }
}
