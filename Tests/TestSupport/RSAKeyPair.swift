#if canImport(COpenSSL)
    import COpenSSL

    /// A pair of RSA keys, made anew by OpenSSL, so that no key lies in the repository.
    package struct RSAKeyPair: Sendable {
        /// The private key as PKCS #8 in PEM.
        package let privatePEM: String
        /// The private key as PKCS #1 in PEM, which is the older form.
        package let traditionalPEM: String
        package let publicPEM: String

        /// Makes keys of a size in bits; nil when OpenSSL refuses to.
        package init?(size: Int = 2048) {
            let context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil)
            defer { EVP_PKEY_CTX_free(context) }
            var key: OpaquePointer?
            guard EVP_PKEY_keygen_init(context) == 1, receipts_set_key_bits(context, Int32(size)) == 1,
                EVP_PKEY_keygen(context, &key) == 1
            else { return nil }
            defer { EVP_PKEY_free(key) }
            privatePEM = RSAKeyPair.text { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) }
            traditionalPEM = RSAKeyPair.text {
                PEM_write_bio_PrivateKey_traditional($0, key, nil, nil, 0, nil, nil)
            }
            publicPEM = RSAKeyPair.text { PEM_write_bio_PUBKEY($0, key) }
        }

        /// The private key, encrypted with a password.
        package func encryptedPEM(password: String) -> String {
            RSAKeyPair.withKey(privatePEM, { PEM_read_bio_PrivateKey($0, nil, nil, nil) }) { key in
                RSAKeyPair.text {
                    PEM_write_bio_PKCS8PrivateKey(
                        $0, key, EVP_aes_128_cbc(), password, Int32(password.utf8.count), nil, nil)
                }
            }
        }

        /// Whether the private key made a signature by RS256.
        package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
            RSAKeyPair.withKey(publicPEM, { PEM_read_bio_PUBKEY($0, nil, nil, nil) }) { key in
                let context = EVP_MD_CTX_new()
                defer { EVP_MD_CTX_free(context) }
                return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
                    && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
            }
        }

        private static func withKey<T>(
            _ pem: String, _ read: (OpaquePointer?) -> OpaquePointer?, _ body: (OpaquePointer?) -> T
        ) -> T {
            let bytes = Array(pem.utf8)
            let source = BIO_new_mem_buf(bytes, Int32(bytes.count))
            defer { BIO_free(source) }
            let key = read(source)
            defer { EVP_PKEY_free(key) }
            return body(key)
        }

        private static func text(_ write: (OpaquePointer?) -> Int32) -> String {
            let sink = BIO_new(BIO_s_mem())
            defer { BIO_free(sink) }
            _ = write(sink)
            var bytes = [UInt8](repeating: 0, count: 16384)
            let count = BIO_read(sink, &bytes, Int32(bytes.count))
            return String(decoding: bytes.prefix(Int(max(count, 0))), as: UTF8.self)
        }
    }
#endif
