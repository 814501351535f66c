import HTTPTransport
package import HTTPTypes

/// Keeps web pages of other sites from administering an emulator.
///
/// These requests need no credentials, and a browser sends them for any page. So the Origin header must name this machine,
/// and the Host header this server: with DNS rebinding, a page's own host name leads here, and the Host header names it.
package struct AdministrativeAccess: Sendable {
    /// The host that the server was told to listen on; nil for one that listens nowhere.
    private let listeningHost: String?

    /// - Parameter listeningHost: The host that the server was told to listen on; nil for one that listens nowhere.
    package init(listeningHost: String?) { self.listeningHost = listeningHost }

    /// The message for a sender who may not administer the emulator; nil if the sender may.
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

    /// Whether the Host header names this server. A request without one does not.
    private func isOurs(_ authority: String?) -> Bool {
        guard let listeningHost else { return true }
        guard let authority = authority.flatMap({ Authority($0) }) else { return false }
        return authority.isLoopback
            // A server on all addresses cannot know all its names.
            || Host.isAllAddresses(listeningHost)
            || authority.host == listeningHost.lowercased()
            || "[\(authority.host)]" == listeningHost.lowercased()
    }
}
