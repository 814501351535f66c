import HTTPTransport
import HTTPTypes
import NIOHPACK

/// Why a request's head must be refused, on one line.
struct HeadProblem: Error {
    let text: String
}

extension HTTPRequest {
    /// Reads the head of a request, which NIO has checked for pseudo-header fields.
    static func read(_ headers: HPACKHeaders) -> Result<HTTPRequest, HeadProblem> {
        var request = HTTPRequest(method: .get, scheme: "http", authority: nil, path: nil)
        request.headerFields.reserveCapacity(headers.count)
        var host: String?
        for (name, value, _) in headers {
            switch name {
            case ":method":
                guard let method = HTTPRequest.Method(value) else {
                    return .failure(HeadProblem(text: "the method is malformed"))
                }
                request.method = method
            case ":path": request.path = value
            case ":authority": request.authority = value
            case "host": host = value
            case _:
                if name.utf8.first == UInt8(ascii: ":") { continue }
                if let name = HTTPField.Name(name) {
                    request.headerFields.append(HTTPField(name: name, value: value))
                }
            }
        }
        request.authority = request.authority ?? host
        if let authority = request.authority, !authority.isEmpty, Authority(authority) == nil {
            return .failure(HeadProblem(text: "the authority is not HOST or HOST:PORT"))
        }
        return .success(request)
    }
}

extension HPACKHeaders {
    /// The head of a response. The names of its fields become lower case, as HTTP/2 demands.
    static func response(_ response: HTTPResponse) -> HPACKHeaders {
        var headers = HPACKHeaders()
        headers.reserveCapacity(response.headerFields.count + 1)
        headers.add(name: ":status", value: String(response.status.code))
        headers.add(response.headerFields)
        return headers
    }

    static func trailers(_ fields: HTTPFields) -> HPACKHeaders {
        var headers = HPACKHeaders()
        headers.add(fields)
        return headers
    }

    private mutating func add(_ fields: HTTPFields) {
        for field in fields {
            // HTTP/2 has no fields about the connection.
            if field.name == .connection || field.name == .transferEncoding { continue }
            add(name: field.name.canonicalName, value: field.value)
        }
    }
}
