import PrintableText
import Testing

@Suite("Spelling")
struct SpellingTests {
    @Test(arguments: [
        ("mark-raed", "mark-read", 1), ("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3),
        ("ab", "ba", 1),
    ])
    func `typing mistakes are counted`(one: String, other: String, count: Int) {
        #expect(Spelling.distance(one, other) == count)
        #expect(Spelling.distance(other, one) == count)
    }
}
