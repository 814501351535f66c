import HTTPTransport
import HTTPTypes

/// The way to a Cloud Firestore that is watched.
struct WatchedTransport: HTTPTransport {
    let base: any HTTPTransport
    let watch: StoreWatch

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        do throws(HTTPTransportError) {
            let response = try await base.send(request, body: body)
            watch.note(response.head.status)
            return response
        } catch {
            watch.note(error)
            throw error
        }
    }
}
