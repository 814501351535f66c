import HTTPServing
import HTTPTypes

/// Who may send requests to a worker.
struct IntakeAccess: Sendable {
    /// The token that requests need, or nil, which is safe only if no other machine can connect.
    let token: String?

    /// Why a request is refused; nil if it is not.
    func refusal(of request: HTTPRequest) -> (status: HTTPResponse.Status, reason: String)? {
        // A page of another site, in a browser on this machine.
        if RequestSource.isForeign(request) {
            return (.forbidden, "web pages of other sites may not report receipts")
        }
        guard let token else {
            return RequestSource.meansThisMachine(request)
                ? nil : (.forbidden, "without a token, the worker accepts only requests to a local host name")
        }
        if let given = RequestSource.bearerToken(of: request), RequestSource.isSame(given, token) {
            return nil
        }
        // Pub/Sub sends no header that a user chooses, but the query of the push URL.
        if let given = queryToken(of: request), RequestSource.isSame(given, token) { return nil }
        return (.unauthorized, "the Authorization header must be \"Bearer\" and the worker's token")
    }

    /// The parameter `token` of a request that pushes a message.
    private func queryToken(of request: HTTPRequest) -> Substring? {
        guard let path = request.path, path.hasPrefix("/pubsub/push?") else { return nil }
        let parameters = path.dropFirst("/pubsub/push?".count).split(separator: "&")
        return parameters.first { $0.hasPrefix("token=") }?.dropFirst("token=".count)
    }
}
