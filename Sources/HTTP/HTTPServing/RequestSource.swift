import HTTPTransport
package import HTTPTypes

/// Where a request comes from, and which token it brings.
package enum RequestSource {
    /// Whether a request names this machine by a loopback name or address. With DNS rebinding, it names another site.
    package static func meansThisMachine(_ request: HTTPRequest) -> Bool {
        request.authority.flatMap { Authority($0) }?.isLoopback ?? false
    }

    /// Whether a request comes from a page of another site, according to its Origin header.
    package static func isForeign(_ request: HTTPRequest) -> Bool {
        guard let origin = request.headerFields[.origin] else { return false }
        guard let authority = request.authority, let scheme = origin.firstRange(of: "://") else {
            return true
        }
        return origin[scheme.upperBound...].lowercased() != authority.lowercased()
    }

    /// The token of an Authorization header of the form `Bearer TOKEN`.
    package static func bearerToken(of request: HTTPRequest) -> Substring? {
        guard let given = request.headerFields[.authorization], given.utf8.count > 7,
            given.prefix(7).lowercased() == "bearer "
        else { return nil }
        return given.dropFirst(7)
    }

    /// Compares with a secret in a time that does not depend on where they differ.
    package static func isSame(_ given: Substring, _ secret: String) -> Bool {
        let (given, secret) = (Array(given.utf8), Array(secret.utf8))
        var difference = given.count ^ secret.count
        for (index, byte) in given.enumerated() {
            difference |= Int(byte ^ secret[secret.isEmpty ? 0 : index % max(secret.count, 1)])
        }
        return difference == 0 && !secret.isEmpty
    }
}
