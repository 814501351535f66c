public import HTTPTransport
public import HTTPTypes

extension HTTPClient: HTTPStreamingTransport {
    /// As ``stream(_:body:)``.
    public func open(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPOpenResponse {
        let response = try await stream(request, body: body)
        return HTTPOpenResponse(head: response.head, body: response.body)
    }
}
