import JSONText
import TestSupport
import Testing

struct Base64Tests {
    @Test(
        arguments: [
            ([], ""), ([1], "AQ=="), ([1, 2], "AQI="), ([1, 2, 3], "AQID"), ([251, 255, 191], "+/+/"),
        ] as [([UInt8], String)])
    func `bytes are written in the standard alphabet with padding`(bytes: [UInt8], text: String) {
        #expect(Base64.encode(bytes) == text)
        #expect(Base64.decode(text) == bytes)
    }

    @Test(
        arguments: [
            ("AQI", [1, 2]), ("AQ", [1]), ("AQ=", [1]), ("-_-_", [251, 255, 191]), ("AR==", [1]),
        ] as [(String, [UInt8])])
    func `padding may be missing, and the alphabet be the URL-safe one`(text: String, bytes: [UInt8]) {
        #expect(Base64.decode(text) == bytes)
    }

    @Test(arguments: ["A", "A===", "AQ==AQ==", " AQID", "AQ ID", "AQ\nID", "AQ!D", "AQID\u{0}", "é"])
    func `anything else is refused`(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `random bytes come back from either form`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let bytes = generator.bytes(0...20)
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
            let urlSafe = Base64.encodeURLSafe(bytes)
            #expect(Base64.decode(urlSafe) == bytes)
            #expect(!urlSafe.contains { "+/=".contains($0) })
        }
    }
}
