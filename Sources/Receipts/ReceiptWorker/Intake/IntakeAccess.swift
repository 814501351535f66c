import HTTPServing
import HTTPTypes

/// Who may speak to a worker over HTTP.
struct IntakeAccess: Sendable {
    /// What whoever asks has to know; nil for nothing, which is good enough on this machine only.
    let token: String?

    /// Why a request is refused; nil when it may be.
    func refusal(of request: HTTPRequest) -> (status: HTTPResponse.Status, reason: String)? {
        // A page of some other site, in the browser of somebody on this machine.
        if RequestSource.isForeign(request) {
            return (.forbidden, "web pages of other sites may not report receipts")
        }
        guard let token else {
            return RequestSource.meansThisMachine(request)
                ? nil : (.forbidden, "without a token the worker is spoken to by a name of this machine only")
        }
        guard let given = RequestSource.bearerToken(of: request), RequestSource.isSame(given, token) else {
            return (.unauthorized, "the Authorization header must be \"Bearer\" and the worker's token")
        }
        return nil
    }
}
