#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// Digests, computed by the system's cryptographic library.
package enum Digest {
    /// SHA-256: 32 bytes; nil if the system has no cryptographic library.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8]? {
        #if canImport(CryptoKit)
            Array(SHA256.hash(data: bytes))
        #else
            OpenSSL.digest(bytes) { $0.EVP_sha256() }
        #endif
    }

    /// SHA-1: 20 bytes; nil also if the system allows only approved algorithms. Only for protocols that demand it.
    package static func sha1(_ bytes: [UInt8]) -> [UInt8]? {
        #if canImport(CryptoKit)
            Array(Insecure.SHA1.hash(data: bytes))
        #else
            OpenSSL.digest(bytes) { $0.EVP_sha1() }
        #endif
    }

    /// MD5: 16 bytes; nil also if the system allows only approved algorithms.
    package static func md5(_ bytes: [UInt8]) -> [UInt8]? {
        #if canImport(CryptoKit)
            Array(Insecure.MD5.hash(data: bytes))
        #else
            OpenSSL.digest(bytes) { $0.EVP_md5() }
        #endif
    }

    /// HMAC with SHA-256: 32 bytes; nil if the system has no cryptographic library.
    ///
    /// Source: <https://www.rfc-editor.org/rfc/rfc2104#section-2>
    package static func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8]? {
        let blockSize = 64
        guard var block = key.count > blockSize ? sha256(key) : key else { return nil }
        block += [UInt8](repeating: 0, count: blockSize - block.count)
        guard let inner = sha256(block.map { $0 ^ 0x36 } + message) else { return nil }
        return sha256(block.map { $0 ^ 0x5C } + inner)
    }
}
