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
        if let authority = request.authority, !authority.isEmpty, !isOurs(host: .init(authority)) {
            return
                "The Host header must name localhost, 127.0.0.1, [::1] or the host that the emulator was told to "
                + "listen on."
        }
        return nil
    }

    private static func isLoopback(origin: String) -> Bool {
        guard let separator = origin.firstRange(of: "://") else { return false }
        return loopbackHosts.contains(host(of: origin[separator.upperBound...]))
    }

    private func isOurs(host authority: Substring) -> Bool {
        guard let listeningHost else { return true }
        let host = AdministrativeAccess.host(of: authority)
        return AdministrativeAccess.loopbackHosts.contains(host)
            // Whoever listens on all addresses is known by more names than can be told.
            || AdministrativeAccess.allAddresses.contains(listeningHost)
            || host == listeningHost.lowercased() || host == "[\(listeningHost.lowercased())]"
    }

    /// An authority without its port, in small letters; an authority of any other form comes back as it is.
    private static func host(of authority: Substring) -> String {
        let bytes = authority.utf8
        let end = bytes.lastIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard let end, bytes[end] == UInt8(ascii: ":") else { return authority.lowercased() }
        return authority[..<end].lowercased()
    }

    private static let loopbackHosts: Set = ["localhost", "127.0.0.1", "[::1]"]
    private static let allAddresses: Set = ["0.0.0.0", "::", "[::]"]
}
