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
}
