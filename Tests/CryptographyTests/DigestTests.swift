import Cryptography
import Testing

@Suite("Digests")
struct DigestTests {
    /// Source: <https://www.rfc-editor.org/rfc/rfc1321>, appendix A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ])
    func `MD5 gives the values of its specification`(text: String, digest: String) throws {
        #expect(hexadecimal(try #require(Digest.md5(Array(text.utf8)))) == digest)
    }

    /// Source: <https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values>.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `SHA-256 gives the values of its specification`(text: String, digest: String) throws {
        #expect(hexadecimal(try #require(Digest.sha256(Array(text.utf8)))) == digest)
    }

    /// Source: <https://www.rfc-editor.org/rfc/rfc4231#section-4>, test cases 1, 2, 6 and 7.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            "This is a test using a larger than block-size key and a larger than block-size data. The key needs to "
                + "be hashed before being used by the HMAC algorithm.",
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ])
    func `HMAC with SHA-256 gives the values of its specification`(
        key: [UInt8], text: String, code: String
    ) throws {
        #expect(hexadecimal(try #require(Digest.hmacSHA256(Array(text.utf8), key: key))) == code)
    }

    @Test func `a megabyte has a digest`() throws {
        #expect(
            hexadecimal(try #require(Digest.sha256([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
