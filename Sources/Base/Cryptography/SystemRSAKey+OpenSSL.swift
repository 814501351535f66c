#if !os(macOS)
    import COpenSSL

    /// A private RSA key in OpenSSL's memory.
    struct SystemRSAKey: ~Copyable {
        private let key: OpaquePointer

        init(pem: [UInt8]) throws(RSASigningKey.Failure) {
            defer { ERR_clear_error() }
            let source = BIO_new_mem_buf(pem, Int32(clamping: pem.count))
            defer { BIO_free(source) }
            // Without a callback OpenSSL would ask on the terminal for the password of an encrypted key.
            guard let key = PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in 0 }, nil) else {
                throw .notAKey
            }
            guard receipts_key_type(key) == EVP_PKEY_RSA else {
                EVP_PKEY_free(key)
                throw .notAKey
            }
            self.key = key
        }

        deinit { EVP_PKEY_free(key) }

        /// In bits.
        var size: Int { Int(receipts_key_bits(key)) }

        func signature(of message: [UInt8]) throws(RSASigningKey.Failure) -> [UInt8] {
            defer { ERR_clear_error() }
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            var count = 0
            guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
                EVP_DigestSign(context, nil, &count, message, message.count) == 1
            else { throw .cannotSign }
            var signature = [UInt8](repeating: 0, count: count)
            guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
                throw .cannotSign
            }
            return Array(signature.prefix(count))
        }
    }
#endif
