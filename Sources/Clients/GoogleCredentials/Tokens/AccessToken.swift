/// An OAuth access token, for the Authorization header after `Bearer `.
///
/// Printing it shows its lifetime and nothing of the token.
public struct AccessToken: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let secret: Secret
    /// How long it was valid when the server issued it.
    public let lifetime: Duration

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - value: The token: printable ASCII without spaces, see ``AccessTokenSource/fetch()``.
    ///   - lifetime: How long the token is valid from now on.
    public init(_ value: String, lifetime: Duration) {
        secret = Secret(value)
        self.lifetime = lifetime
    }

    /// The token itself.
    public var value: String { secret.text }

    /// The lifetime, without the token.
    public var description: String { "an access token for \(lifetime.components.seconds) s" }

    /// The lifetime, without the token.
    public var debugDescription: String { description }

    /// Does not show the token.
    public var customMirror: Mirror { Mirror(self, children: ["lifetime": lifetime]) }
}
