#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// Digests, computed by the system's cryptographic library.
package enum Digest {
    /// SHA-256: 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            Array(SHA256.hash(data: bytes))
        #else
            Array(unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { buffer, count in
                _ = SHA256(bytes, bytes.count, buffer.baseAddress)
                count = buffer.count
            }
        #endif
    }

    /// MD5: 16 bytes; nil if the system allows only approved algorithms.
    package static func md5(_ bytes: [UInt8]) -> [UInt8]? {
        #if canImport(CryptoKit)
            return Array(Insecure.MD5.hash(data: bytes))
        #else
            var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
            var count: UInt32 = 0
            guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_md5(), nil) == 1 else {
                ERR_clear_error()
                return nil
            }
            return Array(digest.prefix(Int(count)))
        #endif
    }
}
