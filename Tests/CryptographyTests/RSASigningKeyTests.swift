#if canImport(COpenSSL)
    import Cryptography
    import TestSupport
    import Testing

    @Suite("RSA keys that sign")
    struct RSASigningKeyTests {
        private static let pair = RSAKeyPair()

        private func pair() throws -> RSAKeyPair { try #require(RSASigningKeyTests.pair) }

        @Test func `a signature verifies for its message alone`() throws {
            let message = Array("read receipts".utf8)
            let signature = try RSASigningKey(pem: pair().privatePEM).signature(of: message)
            #expect(signature.count == 256)
            #expect(try pair().verifies(signature, of: message))
            #expect(try !pair().verifies(signature, of: message + [0]))
            var forged = signature
            forged[100] ^= 1
            #expect(try !pair().verifies(forged, of: message))
        }

        @Test func `both forms of PEM hold the same key`() throws {
            let pair = try pair()
            #expect(pair.traditionalPEM.contains("BEGIN RSA PRIVATE KEY"))
            let signatures = try [pair.privatePEM, pair.traditionalPEM].map {
                try RSASigningKey(pem: $0).signature(of: [1, 2, 3])
            }
            #expect(signatures[0] == signatures[1])
        }

        @Test func `an empty message can be signed`() throws {
            let signature = try RSASigningKey(pem: pair().privatePEM).signature(of: [])
            #expect(try pair().verifies(signature, of: []))
        }

        @Test func `a short key is refused`() throws {
            let short = try #require(RSAKeyPair(size: 1024))
            #expect(throws: RSASigningKey.Failure.tooShort) { try RSASigningKey(pem: short.privatePEM) }
        }

        @Test func `what is not an open private key is refused, and nobody is asked for a password`() throws {
            let pair = try pair()
            for pem in [
                "", "x", pair.publicPEM, pair.encryptedPEM(password: "secret"),
                String(pair.privatePEM.dropLast(200)), RSASigningKeyTests.ellipticCurveKey,
            ] {
                #expect(throws: RSASigningKey.Failure.notAKey) { try RSASigningKey(pem: pem) }
            }
        }

        /// A key on the curve P-256 that RFC 9500 publishes for tests.
        private static let ellipticCurveKey = """
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIObLW92AqkWunJXowVR2Z5/+yVPBaFHnEedDk5WJxk/BoAoGCCqGSM49
            AwEHoUQDQgAEQiVI+I+3gv+17KN0RFLHKh5Vj71vc75eSOkyMsxFxbFsTNEMTLjV
            uKFxOelIgsiZJXKZNCX0FBmrfpCkKklCcg==
            -----END EC PRIVATE KEY-----
            """
    }
#endif
