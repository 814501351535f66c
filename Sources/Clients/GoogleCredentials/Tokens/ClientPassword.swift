import JSONText

/// The name and the password of a program that asks for tokens.
///
/// Source: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
struct ClientPassword: Sendable {
    let id: String
    let secret: Secret

    /// The value of the header field Authorization.
    var field: String { "Basic \(Base64.encode(Array("\(id):\(secret.text)".utf8)))" }
}
