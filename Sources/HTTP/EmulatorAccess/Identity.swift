package import JSONText

/// Who sends a request.
package enum Identity: Sendable, Equatable {
    /// Bypasses the rules.
    case admin
    /// Signed in, with the claims of the token.
    case user(claims: JSON)
    /// No token at all.
    case anonymous
}

/// A token in the form of a JWT, which emulators do not verify.
package struct UnverifiedToken: Sendable, Equatable {
    /// The token's claims: an object.
    package let claims: JSON

    /// Reads a token.
    ///
    /// - Returns: nil unless it has the form of a JWT: two objects and a signature in Base64, separated by points.
    package init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3, UnverifiedToken.object(parts[0]) != nil, Base64.decode(parts[2]) != nil,
            let claims = UnverifiedToken.object(parts[1])
        else { return nil }
        self.claims = claims
    }

    private static func object(_ part: String) -> JSON? {
        guard let bytes = Base64.decode(part), let json = try? JSONParser.parse(bytes), case .object = json
        else { return nil }
        return json
    }
}
