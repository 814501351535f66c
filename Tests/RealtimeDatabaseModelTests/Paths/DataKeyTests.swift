import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite("Keys of a Realtime Database")
struct DataKeyTests {
    @Test func `numbers come first, then texts by their UTF-16 code units`() {
        let ordered: [DataKey] = [
            "-2147483648", "-1", "0", "-0", "00", "7", "007", "10", "2147483647",
            "", "-2147483649", "1.5", "10x", "2147483648", "A", "a", "aa", "b", "\u{1F600}", "\u{FFFF}",
        ]
        for (index, left) in ordered.enumerated() {
            for (other, right) in ordered.enumerated() {
                #expect((left < right) == (index < other), "\(left) \(right)")
                #expect((left == right) == (index == other))
            }
        }
    }

    @Test func `only plain numbers from 0 on are places in a list`() {
        #expect((["0", "7", "10", "2147483647"] as [DataKey]).map(\.index) == [0, 7, 10, 2_147_483_647])
        #expect((["-1", "-0", "007", "00", "2147483648", "a", ""] as [DataKey]).compactMap(\.index) == [])
        #expect((["+7", " 7", "7 ", "0x7", "７"] as [DataKey]).compactMap(\.number) == [])
    }

    @Test(arguments: ["a.b", "$a", "a#", "[a", "a]", "a/b", "\u{0}", "a\u{1F}", "\u{7F}", ""])
    func `what no key holds is named`(text: String) {
        #expect(DataKey(text).problem != nil)
    }

    @Test func `anything else is a key, up to 768 bytes`() {
        #expect(DataKey("a b-c_d:é\u{1F600}").problem == nil)
        #expect(DataKey(String(repeating: "é", count: 384)).problem == nil)
        #expect(DataKey(String(repeating: "é", count: 385)).problem == "is longer than 768 bytes")
    }

    @Test func `keys that look alike are two`() {
        #expect(Set<DataKey>(["\u{E9}", "e\u{301}"]).count == 2)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `of three keys the order is one`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let texts = ["0", "-0", "00", "1", "01", "-1", "10", "a", "\u{FFFF}", "\u{1F600}", "3000000000", ""]
        for _ in 0..<500 {
            let keys = (0..<3).map { _ in DataKey(generator.pick(texts)) }
            if keys[0] < keys[1], keys[1] < keys[2] { #expect(keys[0] < keys[2], "\(keys)") }
            #expect([keys[0] < keys[1], keys[1] < keys[0], keys[0] == keys[1]].count { $0 } == 1, "\(keys)")
        }
    }
}
