#if canImport(CryptoKit)
    import Foundation
    import Security

    /// A private RSA key of Apple's Security framework.
    struct SystemRSAKey: ~Copyable {
        private let key: SecKey

        init(pem: [UInt8]) throws(RSASigningKey.Failure) {
            let text = String(decoding: pem, as: UTF8.self)
            var format = SecExternalFormat.formatUnknown
            var type = SecExternalItemType.itemTypePrivateKey
            var items: CFArray?
            let status = SecItemImport(Data(text.utf8) as CFData, nil, &format, &type, [], nil, nil, &items)
            guard status == errSecSuccess, type == .itemTypePrivateKey,
                let item = (items as? [AnyObject])?.first, CFGetTypeID(item) == SecKeyGetTypeID()
            else { throw .notAKey }
            let key = unsafeDowncast(item, to: SecKey.self)
            let attributes = SecKeyCopyAttributes(key) as? [CFString: Any]
            guard attributes?[kSecAttrKeyType] as? String == kSecAttrKeyTypeRSA as String else {
                throw .notAKey
            }
            self.key = key
        }

        /// In bits.
        var size: Int { SecKeyGetBlockSize(key) * 8 }

        func signature(of message: [UInt8]) throws(RSASigningKey.Failure) -> [UInt8] {
            let data = Data(message) as CFData
            let algorithm = SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
            guard let signature = SecKeyCreateSignature(key, algorithm, data, nil) else {
                throw .cannotSign
            }
            return Array(signature as Data)
        }
    }
#endif
