#if !canImport(CryptoKit)
    import COpenSSL

    /// OpenSSL's library of cryptographic functions, loaded when one of them is first needed.
    enum OpenSSL {
        /// Its functions; nil if it cannot be loaded.
        static let functions: receipts_openssl? = {
            let functions = UnsafeMutablePointer<receipts_openssl>.allocate(capacity: 1)
            defer { functions.deallocate() }
            return receipts_openssl_load(functions) == 0 ? functions.pointee : nil
        }()

        /// A digest; nil if the library is missing, or the system does not allow the algorithm.
        static func digest(
            _ bytes: [UInt8], _ algorithm: (receipts_openssl) -> OpaquePointer?
        ) -> [UInt8]? {
            guard let openssl = functions else { return nil }
            var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
            var count: UInt32 = 0
            guard openssl.EVP_Digest(bytes, bytes.count, &digest, &count, algorithm(openssl), nil) == 1 else {
                openssl.ERR_clear_error()
                return nil
            }
            return Array(digest.prefix(Int(count)))
        }
    }
#endif
