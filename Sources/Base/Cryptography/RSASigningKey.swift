/// A private RSA key that signs with SHA-256 (PKCS #1 v1.5): RS256 of JSON Web Algorithms.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc7518#section-3.3>.
package struct RSASigningKey: Sendable {
    package enum Failure: Error {
        /// Not an unencrypted private RSA key in PEM form.
        case notAKey
        /// RS256 requires at least ``RSASigningKey/minimumSize`` bits.
        case tooShort
        case cannotSign
        /// The system has no cryptographic library.
        case noLibrary
    }

    /// The shortest key, in bits.
    package static let minimumSize = 2048

    /// Read again for each signature: one is needed an hour, and a text is safe to share between threads.
    private let pem: [UInt8]

    /// Reads a key in PEM form, either `PRIVATE KEY` (PKCS #8) or `RSA PRIVATE KEY` (PKCS #1).
    package init(pem text: String) throws(Failure) {
        pem = Array(text.utf8)
        if try SystemRSAKey(pem: pem).size < RSASigningKey.minimumSize { throw .tooShort }
    }

    package func signature(of message: [UInt8]) throws(Failure) -> [UInt8] {
        try SystemRSAKey(pem: pem).signature(of: message)
    }
}
