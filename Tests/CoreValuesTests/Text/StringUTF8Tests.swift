import CoreValues
import Testing

struct StringUTF8Tests {
    @Test func `text sorts by its bytes, not by UTF-16 and not by equivalence`() {
        let sorted = ["", "\u{0}", "A", "a", "a\u{0}", "aa", "e\u{301}", "é", "\u{FFEE}", "\u{FFFF}", "😀"]
        for (index, left) in sorted.enumerated() {
            for (otherIndex, right) in sorted.enumerated() {
                #expect(left.compareUTF8(to: right) == ComparisonOrder(index, otherIndex))
                #expect(left.hasSameUTF8(as: right) == (index == otherIndex))
            }
        }
    }

    @Test(arguments: 0...40)
    func `texts of a length are the same only when every byte is`(length: Int) {
        let bytes = (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasSameUTF8(as: String(decoding: bytes, as: UTF8.self)))
        #expect(!text.hasSameUTF8(as: text + "a"))
        for index in bytes.indices {
            var changed = bytes
            changed[index] = UInt8(ascii: "-")
            #expect(!text.hasSameUTF8(as: String(decoding: changed, as: UTF8.self)))
        }
    }
}
