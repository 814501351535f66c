import FirestoreModel
import HTTPTypes

/// Keeps web pages from elsewhere away from what administers an emulator.
///
/// These requests ask for no credentials, and a browser sends them for any page that it shows. So a page must come from
/// this machine, as its Origin header tells, and must have meant this server: a name that leads here by way of the DNS
/// (DNS rebinding) makes a page of its own origin, and stands in the Host header.
struct AdministrativeAccess {
    /// The host that the server was told to listen on; nil for one that listens nowhere.
    let listeningHost: String?

    /// What to answer to a request that is not allowed; nil for any other.
    ///
    /// The path is decoded as routes are found by it, so that no spelling of one passes by.
    func refusal(of request: HTTPRequest) -> RPCStatus? {
        guard let refusal = refusalOfSender(request), let path = try? RequestTarget(request.path ?? "/").path,
            AdministrativeAccess.isAdministrative(path)
        else { return nil }
        return refusal
    }

    /// All that only an emulator has, also what is yet to come.
    private static func isAdministrative(_ path: String) -> Bool {
        path.hasPrefix("/emulator/") || path == "/reset" || path == "/shutdown"
    }

    private func refusalOfSender(_ request: HTTPRequest) -> RPCStatus? {
        if let origin = request.headerFields.value(.origin), !AdministrativeAccess.isLoopback(origin: origin)
        {
            return RPCStatus(
                .permissionDenied,
                "Only web pages of localhost, 127.0.0.1 or [::1] may administer this emulator.")
        }
        if let authority = request.authority, !authority.isEmpty, !isOurs(host: .init(authority)) {
            return RPCStatus(
                .permissionDenied,
                "The Host header must name localhost, 127.0.0.1, [::1] or the host that the emulator was told to "
                    + "listen on.")
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
