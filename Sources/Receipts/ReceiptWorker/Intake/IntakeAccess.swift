import HTTPServing
import HTTPTypes

/// Who may send requests to a worker.
struct IntakeAccess: Sendable {
    /// The token that requests need; nil for none, which is safe only if no other machine can connect.
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
        guard let given = RequestSource.bearerToken(of: request), RequestSource.isSame(given, token) else {
            return (.unauthorized, "the Authorization header must be \"Bearer\" and the worker's token")
        }
        return nil
    }
}
