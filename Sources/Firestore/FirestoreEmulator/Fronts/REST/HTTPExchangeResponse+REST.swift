import FirestoreModel
import FirestoreREST
import HTTPTransport
import HTTPTypes
import JSONText

extension HTTPExchangeResponse {
    /// A message, in the pretty form of Google's emulator unless the request wants none.
    static func message(
        _ style: JSONWriter.Style = .pretty, capacity: Int = 512, _ write: (inout WireEncoder) -> Void
    ) -> HTTPExchangeResponse {
        var writer = WireEncoder(style, capacity: capacity, forgetsSignOfZero: true)
        write(&writer)
        writer.raw("\n")
        return json(.ok, writer.bytes)
    }

    static func message(_ message: some WireMessage, to context: RequestContext) -> HTTPExchangeResponse {
        .message(context.style, capacity: message.estimatedSize) { message.write(to: &$0) }
    }

    static func document(_ document: Document, to context: RequestContext) -> HTTPExchangeResponse {
        .message(context.style) { $0.document(document) }
    }

    /// The elements of a streaming method's response, as one array.
    static func stream(_ elements: [some WireMessage], to context: RequestContext) -> HTTPExchangeResponse {
        var writer = WireEncoder(context.style, capacity: 64 + elements.count * 768, forgetsSignOfZero: true)
        writer.raw("[\n")
        for (index, element) in elements.enumerated() {
            if index > 0 { writer.raw(",\n") }
            element.write(to: &writer)
        }
        // The Python client accepts nothing after the array, not even a line break.
        writer.raw(context.target.isOfGeneratedClient ? "\n]" : "\n]\n")
        return json(.ok, writer.bytes)
    }

    /// The message that has no fields.
    static let emptyMessage = message { $0.object { _ in } }

    static func failure(_ status: RPCStatus) -> HTTPExchangeResponse {
        var response = json(HTTPResponse.Status(code: status.code.httpStatus), ErrorBody.encode(status))
        if let decision = status.decision {
            response.head.headerFields[.rulesDecision] = String(decision)
            response.head.headerFields[.accessControlExposeHeaders] = HTTPField.Name.rulesDecision.rawName
        }
        return response
    }

    /// The response to an unknown path.
    static let notFound = plain(.notFound, "Not Found\n")

    static func text(_ text: String) -> HTTPExchangeResponse { plain(.ok, text) }

    /// The response to HEAD: the length of an omitted body.
    var withoutBody: HTTPExchangeResponse {
        var head = head
        head.headerFields[.contentLength] = String(body.count)
        return HTTPExchangeResponse(head: head)
    }

    private static func plain(_ status: HTTPResponse.Status, _ text: String) -> HTTPExchangeResponse {
        HTTPExchangeResponse(head: HTTPResponse(status: status), body: Array(text.utf8))
    }

    private static func json(_ status: HTTPResponse.Status, _ body: [UInt8]) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(status: status, headerFields: [.contentType: "application/json"]), body: body)
    }
}
