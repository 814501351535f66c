#if !canImport(CryptoKit)
    import COpenSSL

    /// A private RSA key in OpenSSL's memory.
    struct SystemRSAKey: ~Copyable {
        private let openssl: receipts_openssl
        private let key: OpaquePointer

        init(pem: [UInt8]) throws(RSASigningKey.Failure) {
            guard let openssl = OpenSSL.functions else { throw .noLibrary }
            defer { openssl.ERR_clear_error() }
            let source = openssl.BIO_new_mem_buf(pem, Int32(clamping: pem.count))
            defer { _ = openssl.BIO_free(source) }
            // Without a callback OpenSSL would ask on the terminal for the password of an encrypted key.
            guard let key = openssl.PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in 0 }, nil) else {
                throw .notAKey
            }
            guard receipts_key_type(openssl, key) == EVP_PKEY_RSA else {
                openssl.EVP_PKEY_free(key)
                throw .notAKey
            }
            self.openssl = openssl
            self.key = key
        }

        deinit { openssl.EVP_PKEY_free(key) }

        /// In bits.
        var size: Int { Int(receipts_key_bits(openssl, key)) }

        func signature(of message: [UInt8]) throws(RSASigningKey.Failure) -> [UInt8] {
            defer { openssl.ERR_clear_error() }
            let context = openssl.EVP_MD_CTX_new()
            defer { openssl.EVP_MD_CTX_free(context) }
            var count = 0
            guard openssl.EVP_DigestSignInit(context, nil, openssl.EVP_sha256(), nil, key) == 1,
                openssl.EVP_DigestSign(context, nil, &count, message, message.count) == 1
            else { throw .cannotSign }
            var signature = [UInt8](repeating: 0, count: count)
            guard openssl.EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
                throw .cannotSign
            }
            return Array(signature.prefix(count))
        }
    }
#endif
