import HTTPServing
import HTTPTypes

/// Who may see the console. A browser sends requests for any page that it shows, so it is not enough to be asked.
struct ConsoleAccess: Sendable {
    /// Why a request is not answered.
    struct Refusal: Equatable {
        let status: HTTPResponse.Status
        let reason: String
    }

    /// The name under which a browser keeps the token: cookies are for all ports of a host, so it has the console's port in it.
    static func cookie(_ request: HTTPRequest) -> String {
        let port =
            (request.authority ?? "").split(separator: ":", omittingEmptySubsequences: false).last ?? ""
        return "receipts-console-\(port.allSatisfy(\.isNumber) ? port : "80")"
    }

    /// Whether a token can stand in an address and in a header as it is.
    static func isPlain(_ token: String) -> Bool {
        token.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
    }

    /// What has to be known; nil for nothing, which is good enough on this machine only.
    let token: String?
    /// Whether only this machine can connect.
    let isLoopbackOnly: Bool

    /// Why a request is refused; nil when it is not.
    func refusal(of request: HTTPRequest) -> Refusal? {
        if isLoopbackOnly, !RequestSource.meansThisMachine(request) {
            return Refusal(
                status: .forbidden, reason: "the console is spoken to by a name of this machine only")
        }
        if RequestSource.isForeign(request) || isSentByOtherSite(request) {
            return Refusal(status: .forbidden, reason: "pages of other sites may not use the console")
        }
        guard let token else { return nil }
        let given = RequestSource.bearerToken(of: request) ?? cookie(of: request)
        guard let given, RequestSource.isSame(given, token) else {
            return Refusal(
                status: .unauthorized,
                reason: "the console needs its token: open the link that was printed when it was started")
        }
        return nil
    }

    /// Whether the request asks to be let in by a link that holds the token, as a person opens it once.
    func isEntrance(_ request: HTTPRequest) -> Bool {
        guard let token, request.method == .get, let path = request.path, path.hasPrefix("/?token=") else {
            return false
        }
        return RequestSource.isSame(path.dropFirst("/?token=".count), token)
    }

    /// The header that has a browser keep the token.
    func cookieHeader(for request: HTTPRequest) -> String? {
        token.map { "\(ConsoleAccess.cookie(request))=\($0); Path=/; HttpOnly; SameSite=Strict" }
    }

    /// What a browser says of itself where no Origin is sent, as for scripts and pictures. Following a link to the page is allowed.
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
