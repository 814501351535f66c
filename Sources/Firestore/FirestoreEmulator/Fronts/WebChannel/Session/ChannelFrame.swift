/// A frame of an answer: the length of a text, a line feed and the text.
enum ChannelFrame {
    /// The length counts UTF-16 units, as JavaScript cuts strings.
    static func encode(_ text: [UInt8]) -> [UInt8] {
        var frame = Array(utf16Count(text).description.utf8)
        frame.reserveCapacity(frame.count + 1 + text.count)
        frame.append(UInt8(ascii: "\n"))
        frame += text
        return frame
    }

    /// How many UTF-16 units a text in UTF-8 has: one for each first byte of a character, two for a character of four bytes.
    static func utf16Count(_ text: [UInt8]) -> Int {
        var count = 0
        for byte in text {
            count += byte & 0xC0 == 0x80 ? 0 : 1
            count += byte >= 0xF0 ? 1 : 0
        }
        return count
    }
}
