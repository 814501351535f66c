import FirestoreModel
import HTTPTransport
import HTTPTypes

/// The way to a Firestore as it was at a past time: reads get that time, and anything else is refused.
struct PastTransport: HTTPTransport {
    let base: any HTTPTransport
    let time: Timestamp

    private static let readVerbs = [":runQuery", ":runAggregationQuery", ":batchGet", ":listCollectionIds"]

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        var request = request.inBackground
        let path = request.path ?? ""
        if request.method == .get {
            request.path = "\(path)\(path.contains("?") ? "&" : "?")readTime=\(time)"
            return try await base.send(request, body: body)
        }
        let plain = path.prefix { $0 != "?" }
        guard request.method == .post, Self.readVerbs.contains(where: plain.hasSuffix), body.first == brace
        else { return PastTransport.refusal }
        let rest = body.dropFirst()
        let separator = rest.first { !$0.isWhitespace } == UInt8(ascii: "}") ? "" : ","
        return try await base.send(
            request, body: [brace] + Array("\"readTime\":\"\(time)\"\(separator)".utf8) + rest)
    }

    private var brace: UInt8 { UInt8(ascii: "{") }

    private static var refusal: HTTPExchangeResponse {
        let text =
            #"{"error": {"code": 400, "status": "FAILED_PRECONDITION", "message": "The past cannot be changed."}}"#
        return HTTPExchangeResponse(
            head: HTTPResponse(status: .badRequest, headerFields: [.contentType: "application/json"]),
            body: Array(text.utf8))
    }
}

extension UInt8 {
    fileprivate var isWhitespace: Bool { [0x20, 0x0A, 0x0D, 0x09].contains(self) }
}
