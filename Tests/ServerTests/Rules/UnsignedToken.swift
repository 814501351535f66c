import JSONText

/// A JSON web token with no signature, as both emulators take it.
enum UnsignedToken {
    /// The value of an `Authorization` header.
    ///
    /// - Parameter claims: The payload, which need not be one that Firebase would issue.
    static func header(claims: JSON) -> String {
        let header = JSON.object([JSON.Member("alg", .string("none")), JSON.Member("type", .string("JWT"))])
        let parts = [header, claims].map { Base64.encodeURLSafe(Array($0.compactText.utf8)) }
        return "Bearer \(parts[0]).\(parts[1])."
    }
}
