/// Why there is no token to send, or why it must not be sent.
package enum CredentialsProblem: Error {
    /// The credentials cannot be used as they are; one line for people says why.
    case unusable(String)
    /// The provider of tokens failed. Its error goes along, but belongs into no message: it may quote a key.
    case noToken(any Error)
    /// The task was cancelled meanwhile.
    case cancelled(any Error)
}
