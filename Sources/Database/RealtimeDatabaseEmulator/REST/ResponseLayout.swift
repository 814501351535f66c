import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseModel

/// The format of a returned value.
///
/// Source: https://firebase.google.com/docs/reference/rest/database#section-query-parameters
struct ResponseLayout: Sendable, Equatable {
    private enum Print: Sendable, Equatable {
        case compact, pretty
        /// No body at all.
        case silent
    }

    private let print: Print
    /// Whether objects that could be lists stay objects.
    private let isExport: Bool
    /// The JavaScript callback that receives the value (JSONP).
    private let callback: String?
    /// The file name under which a browser saves the value.
    private let download: String?

    init(_ target: RequestTarget, method: HTTPRequest.Method) throws(RESTFailure) {
        switch target["print"] {
        case nil: print = .compact
        case "pretty": print = .pretty
        case "silent": print = .silent
        case _?: throw .badRequest("print must be pretty or silent.")
        }
        switch target["format"] {
        // Only rules have a strict format, and only decisions one of text; elsewhere they have no effect.
        case nil, "strict", "text": isExport = false
        case "export": isExport = true
        case _?: throw .badRequest("format must be export.")
        }
        callback = method == .get ? target["callback"] : nil
        if let callback, !ResponseLayout.isFunction(callback) {
            throw .badRequest("callback must be the name of a function: letters, digits, _, $ and points.")
        }
        download = method == .get ? target["download"] : nil
    }

    /// The response with a node.
    func response(_ node: DataNode, status: HTTPResponse.Status = .ok) -> HTTPExchangeResponse {
        response(status: status) { node.write(to: &$0, rendersArrays: !isExport) }
    }

    /// The response with what the closure writes.
    func response(
        status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void
    ) -> HTTPExchangeResponse {
        if print == .silent, status == .ok {
            return HTTPExchangeResponse(head: HTTPResponse(status: .noContent))
        }
        var writer = JSONWriter(print == .pretty ? .pretty : .compact)
        // So that the response does not begin with text that the sender has chosen.
        if let callback { writer.raw("/**/" + callback + "(") }
        write(&writer)
        if callback != nil { writer.raw(");") }
        if print == .pretty { writer.raw("\n") }
        var response = HTTPExchangeResponse.json(status, writer.bytes)
        if callback != nil {
            response.head.headerFields[.contentType] = "application/javascript; charset=utf-8"
            response.head.headerFields[.xContentTypeOptions] = "nosniff"
        }
        if let download {
            response.head.headerFields[.contentDisposition] = ResponseLayout.disposition(download)
        }
        return response
    }

    private static func isFunction(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0.isLetterOrDigit || "_$.".utf8.contains($0) }
    }

    private static func disposition(_ name: String) -> String {
        let safe = name.unicodeScalars.prefix(100).map { scalar in
            scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\" && scalar != "/"
                && scalar.value != 0x7F ? String(scalar) : "_"
        }
        return safe.isEmpty ? "attachment" : "attachment; filename=\"\(safe.joined())\""
    }
}
