import TestSupport
import Testing

@testable import FirestoreEmulator

struct ChannelFrameTests {
    @Test(arguments: [
        ("", 0), ("tea", 3), ("é", 1), ("e\u{301}", 2), ("漢字", 2), ("🍵", 2), ("👩‍👩‍👧", 8), ("\u{FFFF}", 1),
        ("\u{10FFFF}", 2),
    ])
    func `a length counts what JavaScript calls characters`(text: String, count: Int) {
        #expect(ChannelFrame.utf16Count(Array(text.utf8)) == count)
        #expect(ChannelFrame.encode(Array(text.utf8)) == Array("\(count)\n\(text)".utf8))
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `the length of any text is that of its UTF-16 form`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = random.randomText(0...200)
        #expect(ChannelFrame.utf16Count(Array(text.utf8)) == text.utf16.count)
    }
}
