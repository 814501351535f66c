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

    @Test func `a megabyte has a digest`() throws {
        #expect(
            hexadecimal(try #require(Digest.sha256([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
