/// A string of the file, with the place of each character.
package struct SourceString: Sendable {
    /// The characters, escapes decoded.
    package let scalars: [Unicode.Scalar]
    /// The offsets of the characters in the file, and of the end.
    private let offsets: [Int]

    init(_ scalars: [Unicode.Scalar], offsets: [Int]) {
        self.scalars = scalars
        self.offsets = offsets
    }

    /// A bare word, such as `true`.
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

    /// The offsets in the file of some of the characters.
    package func offsets(_ range: Range<Int>) -> Range<Int> {
        let start = offsets[min(range.lowerBound, scalars.count)]
        return start..<max(start, offsets[min(range.upperBound, scalars.count)])
    }
}
