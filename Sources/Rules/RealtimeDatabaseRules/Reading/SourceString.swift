/// A string of the file: what it says, and where each of its characters stands.
package struct SourceString: Sendable {
    /// The characters, escapes decoded.
    package let scalars: [Unicode.Scalar]
    /// The offset in the file of each character, and that of the end.
    private let offsets: [Int]

    init(_ scalars: [Unicode.Scalar], offsets: [Int]) {
        self.scalars = scalars
        self.offsets = offsets
    }

    /// A word that stands for itself, such as `true`.
    init(_ word: String, at offset: Int) {
        scalars = Array(word.unicodeScalars)
        offsets = (0...scalars.count).map { offset + $0 }
    }

    package var text: String { text(0..<scalars.count) }

    /// Some of the characters.
    package func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range.clamped(to: scalars.indices)])
        return String(text)
    }

    /// Where some of the characters stand in the file.
    package func offsets(_ range: Range<Int>) -> Range<Int> {
        let start = offsets[min(range.lowerBound, scalars.count)]
        return start..<max(start, offsets[min(range.upperBound, scalars.count)])
    }
}
