import RulesCore
import TestSupport
import Testing

@Suite struct SourceLinesTests {
    private static let pieces = [
        "a", "b c", "\n", "\r", "\r\n", "\t", "  ", "é", "漢", "😀", "\u{2028}", "\u{85}", "\u{1B}",
        String(repeating: "x", count: 130),
    ]

    @Test(arguments: SeededGenerator.seeds(40))
    func `only a line feed ends a line`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let text = generator.list(0...40) { $0.pick(Self.pieces) }.joined()
        let lines = SourceLines(text)
        var (line, column) = (1, 1)
        for (offset, scalar) in text.unicodeScalars.enumerated() {
            #expect(lines.place(of: offset) == (line, column), "\(text.debugDescription) at \(offset)")
            if scalar == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
        }
        #expect(lines.place(of: text.unicodeScalars.count) == (line, column))
    }

    @Test(arguments: SeededGenerator.seeds(40))
    func `a quotation is two lines without anything that steers a terminal, whatever is quoted`(seed: UInt64)
    {
        var generator = SeededGenerator(seed: seed)
        let text = generator.list(0...40) { $0.pick(Self.pieces) }.joined()
        let lines = SourceLines(text)
        let count = text.unicodeScalars.count
        for _ in 0..<50 {
            let start = generator.int(0...(count + 2))
            let frame = lines.frame(start..<start + generator.int(0...(count + 2)), label: "here")
            let shown = frame.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(shown.count == 3 && shown[2].isEmpty, "\(text.debugDescription) at \(start)")
            #expect(shown[1].hasSuffix("^ here"))
            #expect(frame.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
        }
    }

    @Test func `the number of a line, from many, stands before the bar`() {
        let lines = SourceLines(String(repeating: "\n", count: 99_998) + "  last")
        #expect(lines.frame(100_000..<100_004) == "99999 | last\n      | ^^^^\n")
    }
}
