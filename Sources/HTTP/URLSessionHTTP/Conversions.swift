import HTTPTransport
import HTTPTypes

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
#else
    import Foundation
#endif

extension URLRequest {
    /// A checked request in URLSession's form.
    ///
    /// - Throws: ``HTTPTransportError/Kind/invalidRequest`` for a path with a character that URL does not allow.
    init(_ request: CheckedRequest) throws(HTTPTransportError) {
        guard let url = URL(string: request.url, encodingInvalidCharacters: false) else {
            throw HTTPTransportError(
                .invalidRequest, "the request's path contains a character that must be percent-encoded")
        }
        self.init(url: url)
        httpMethod = request.method
        for field in request.fields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        if request.shape == .withBody { httpBody = Data(request.body) }
    }
}

extension HTTPURLResponse {
    /// The status and the fields.
    var head: HTTPResponse {
        var fields = HTTPFields()
        for case (let name as String, let value as String) in allHeaderFields {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return HTTPResponse(status: HTTPResponse.Status(code: statusCode), headerFields: fields)
    }
}
