import HTTPServing
import HTTPTypes

/// Decides who may use the console. Browsers send requests on behalf of any page, so a request alone proves nothing.
struct ConsoleAccess: Sendable {
    /// Why a request is rejected.
    struct Refusal: Equatable {
        let status: HTTPResponse.Status
        let reason: String
    }

    /// The name of the cookie with the token. It includes the port, since cookies are shared by all ports of a host.
    static func cookie(_ request: HTTPRequest) -> String {
        let port =
            (request.authority ?? "").split(separator: ":", omittingEmptySubsequences: false).last ?? ""
        return "receipts-console-\(port.allSatisfy(\.isNumber) ? port : "80")"
    }

    /// Whether a token needs no escaping in URLs and headers.
    static func isPlain(_ token: String) -> Bool {
        token.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
    }

    /// The token that requests need, or nil, which is safe only if no other machine can connect.
    let token: String?
    /// Whether only this machine can connect.
    let isLoopbackOnly: Bool

    /// Why a request is rejected; nil if it is not.
    func refusal(of request: HTTPRequest) -> Refusal? {
        if isLoopbackOnly, !RequestSource.meansThisMachine(request) {
            return Refusal(
                status: .forbidden,
                reason: "use a name of this machine, such as localhost, to open the console")
        }
        if RequestSource.isForeign(request) || isSentByOtherSite(request) {
            return Refusal(status: .forbidden, reason: "pages of other sites may not use the console")
        }
        guard let token else { return nil }
        let given = RequestSource.bearerToken(of: request) ?? cookie(of: request)
        guard let given, RequestSource.isSame(given, token) else {
            return Refusal(
                status: .unauthorized,
                reason: "the console needs its token: open the link that it printed at the start")
        }
        return nil
    }

    /// Whether a request opens the link with the token.
    func isEntrance(_ request: HTTPRequest) -> Bool {
        guard let token, request.method == .get, let path = request.path, path.hasPrefix("/?token=") else {
            return false
        }
        return RequestSource.isSame(path.dropFirst("/?token=".count), token)
    }

    /// The header that stores the token in the browser.
    func cookieHeader(for request: HTTPRequest) -> String? {
        token.map { "\(ConsoleAccess.cookie(request))=\($0); Path=/; HttpOnly; SameSite=Strict" }
    }

    /// Whether another site sent the request, according to the browser. This covers requests without Origin, such as for scripts. Links
    /// to the page are allowed.
    private func isSentByOtherSite(_ request: HTTPRequest) -> Bool {
        guard let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headerFields[$0] }) else {
            return false
        }
        if site == "same-origin" || site == "none" { return false }
        let mode = HTTPField.Name("Sec-Fetch-Mode").flatMap { request.headerFields[$0] }
        return !(mode == "navigate" && request.method == .get && request.path?.hasPrefix("/api/") != true)
    }

    private func cookie(of request: HTTPRequest) -> Substring? {
        let name = ConsoleAccess.cookie(request)
        for pair in (request.headerFields[.cookie] ?? "").split(separator: ";") {
            let pair = pair.drop { $0 == " " }
            if pair.hasPrefix("\(name)=") {
                return pair.dropFirst(name.count + 1)
            }
        }
        return nil
    }
}
