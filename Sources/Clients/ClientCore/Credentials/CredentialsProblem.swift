/// Why there is no token to send, or why it must not be sent.
package enum CredentialsProblem: Error {
    /// The credentials cannot be used; one line for people says why.
    case unusable(String)
    /// The provider of tokens failed. Its error must not appear in messages: it may quote a key.
    case noToken(any Error)
    /// The task was cancelled.
    case cancelled(any Error)
}
