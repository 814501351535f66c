package import JSONText

/// A token in the form of a JWT, taken at its word: emulators verify nothing.
package struct UnverifiedToken: Sendable, Equatable {
    /// What the token says of its user: an object.
    package let claims: JSON

    /// Reads a token.
    ///
    /// - Returns: nil for what has not the form of one: two objects and a signature, in Base64, with points between them.
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
