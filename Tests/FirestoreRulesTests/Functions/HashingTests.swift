import Testing

@testable import FirestoreRules

@Suite("Bytes and hashes")
struct HashingTests {
    @Test(arguments: [
        (BuiltInFunction.md5, "a", "0CC175B9C0F1B6A831C399E269772661"),
        (.sha256, "", "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"),
        (.crc32, "123456789", "2639F4CB"), (.crc32c, "123456789", "839206E3"), (.crc32, "", "00000000"),
    ])
    func `hashes are bytes`(_ function: BuiltInFunction, _ text: String, _ expected: String) throws {
        for argument in [RuleValue.string(text), .bytes(Array(text.utf8))] {
            #expect(call(try function.call(CallArguments(argument)), .toHexString) == "string \(expected)")
        }
    }

    @Test(arguments: [
        ([0xFB, 0xFF] as [UInt8], "-_8="), ([0xFB], "-w=="), ([97, 98, 99], "YWJj"), ([], ""),
    ])
    func `base 64 is that of URLs, with padding`(_ bytes: [UInt8], _ expected: String) {
        #expect(call(.bytes(bytes), .toBase64) == "string \(expected)")
        #expect(call(.bytes(bytes), .size) == "int \(bytes.count)")
    }
}
