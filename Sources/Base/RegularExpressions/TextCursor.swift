/// A position in valid UTF-8.
struct TextCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    var isAtEnd: Bool { position == bytes.count }

    /// The scalar here and the position after it; nil at the end.
    func next() -> (scalar: UInt32, end: Int)? {
        guard position < bytes.count else { return nil }
        let first = bytes[position]
        if first < 0x80 { return (UInt32(first), position + 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let end = min(position + length, bytes.count)
        let lead = UInt32(first) & (0xFF >> UInt32(length + 1))
        return (bytes[position + 1..<end].reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) }, end)
    }

    mutating func move(to position: Int) {
        self.position = position
    }

    /// Whether an assertion holds here. Of the neighbouring scalars, only ASCII matters.
    func satisfies(_ assertion: PatternAssertion) -> Bool {
        switch assertion {
        case .beginText: position == 0
        case .endText: isAtEnd
        case .beginLine: position == 0 || bytes[position - 1] == UInt8(ascii: "\n")
        case .endLine: isAtEnd || bytes[position] == UInt8(ascii: "\n")
        case .wordBoundary: isWord(position - 1) != isWord(position)
        case .noWordBoundary: isWord(position - 1) == isWord(position)
        }
    }

    private func isWord(_ place: Int) -> Bool {
        guard place >= 0, place < bytes.count else { return false }
        switch bytes[place] {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
        default: return false
        }
    }
}
