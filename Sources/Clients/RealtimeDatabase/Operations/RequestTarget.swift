import ClientCore

/// The destination of a request: a server, and path and query of the URL.
struct RequestTarget: Sendable, Equatable {
    let address: HostAddress
    let path: String

    /// The largest number of redirects for a request.
    static let maximumRedirects = 5

    /// The target that a redirect names.
    ///
    /// Only redirects to Firebase's database servers by https are followed, because requests carry tokens. Emulators do not
    /// redirect.
    ///
    /// - Returns: nil for a location that is not followed.
    func following(_ location: String) -> RequestTarget? {
        guard address.isSecure, location.hasPrefix("https://") else { return nil }
        let rest = location.dropFirst("https://".count)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        var host = rest[..<slash].lowercased()
        if host.hasSuffix(":443") { host.removeLast(4) }
        let path = String(rest[slash...])
        guard RequestTarget.domains.contains(where: { host.hasSuffix($0) }),
            host.utf8.allSatisfy({ DatabaseEndpoint.isPartOfName($0) || $0 == UInt8(ascii: ".") }),
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
        else { return nil }
        return RequestTarget(address: HostAddress(host: host, port: 443, isSecure: true), path: path)
    }

    private static let domains = [".firebaseio.com", ".firebasedatabase.app"]
}
