import HTTPTransport
package import HTTPTypes

/// Keeps web pages from elsewhere away from what administers an emulator.
///
/// These requests ask for no credentials, and a browser sends them for any page that it shows. So a page must come from
/// this machine, as its Origin header tells, and must have meant this server: a name that leads here by way of the DNS
/// (DNS rebinding) makes a page of its own origin, and stands in the Host header.
package struct AdministrativeAccess: Sendable {
    /// The host that the server was told to listen on; nil for one that listens nowhere.
    private let listeningHost: String?

    /// - Parameter listeningHost: The host that the server was told to listen on; nil for one that listens nowhere.
    package init(listeningHost: String?) { self.listeningHost = listeningHost }

    /// What to tell a sender who may not administer the emulator; nil for any other.
    package func objection(toSenderOf request: HTTPRequest) -> String? {
        if let origin = request.headerFields.value(.origin), !AdministrativeAccess.isLoopback(origin: origin)
        {
            return "Only web pages of localhost, 127.0.0.1 or [::1] may administer this emulator."
        }
        if !isOurs(request.authority) {
            return
                "The Host header must name localhost, 127.0.0.1, [::1] or the host that the emulator was told to "
                + "listen on."
        }
        return nil
    }

    private static func isLoopback(origin: String) -> Bool {
        guard let separator = origin.firstRange(of: "://") else { return false }
        return Authority(origin[separator.upperBound...])?.isLoopback ?? false
    }

    /// Whether a request, by its Host header, means this server. One that names no host does not say so.
    private func isOurs(_ authority: String?) -> Bool {
        guard let listeningHost else { return true }
        guard let authority = authority.flatMap({ Authority($0) }) else { return false }
        return authority.isLoopback
            // A server on all addresses has more names than it can know.
            || Host.isAllAddresses(listeningHost)
            || authority.host == listeningHost.lowercased()
            || "[\(authority.host)]" == listeningHost.lowercased()
    }
}
