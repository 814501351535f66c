/// The ASCII characters that need no escape in a JSON string: nearly all characters.
enum PlainText {
    /// The end of the plain text that begins at an index.
    ///
    /// - Returns: The index of the first byte that is a control character, a quote, a backslash or not ASCII; the number of
    ///   all bytes if there is none.
    static func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        // Eight bytes at a time.
        let ones = 0x0101_0101_0101_0101 as UInt64
        while position + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let quotes = word ^ (ones &* 0x22)
            let backslashes = word ^ (ones &* 0x5C)
            // Each subtraction borrows the top bit of a byte that is below a space, a quote, or a backslash. What it
            // borrowed from is not the lowest such byte, and only the lowest counts.
            let borrowed = (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones)
            let special = (borrowed | word) & (ones &* 0x80)
            if special != 0 { return position + special.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte >= 0x80 { break }
            position += 1
        }
        return position
    }
}
