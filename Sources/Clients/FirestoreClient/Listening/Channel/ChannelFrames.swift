/// Cuts the bytes of a channel's answers into texts: each is preceded by its length and a line feed.
///
/// The length counts UTF-16 units, as JavaScript does, and not bytes.
struct ChannelFrames: Sendable {
    /// The bytes are not frames.
    struct Damage: Error, Equatable {
        let reason: String
    }

    private enum Stage: Sendable {
        case length(digits: Int, value: Int)
        /// How many units are missing, and how many bytes of the last character.
        case text(units: Int, continuation: Int)
    }

    private var stage = Stage.length(digits: 0, value: 0)
    /// The text so far.
    private var text: [UInt8] = []
    /// Why no more frames can be read; nil while they can.
    private(set) var damage: Damage?

    /// Whether nothing has been received of a further frame.
    var isAtBoundary: Bool {
        if damage != nil { return false }
        return if case .length(0, _) = stage { true } else { false }
    }

    /// Takes the next bytes. After ``damage``, nothing more is read.
    ///
    /// - Returns: The texts that they complete.
    mutating func append(_ bytes: [UInt8]) -> [[UInt8]] {
        var texts: [[UInt8]] = []
        if damage != nil { return texts }
        do throws(Damage) {
            try read(bytes, &texts)
        } catch {
            damage = error
        }
        return texts
    }

    private mutating func read(_ bytes: [UInt8], _ texts: inout [[UInt8]]) throws(Damage) {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch stage {
            case .length(let digits, let value):
                try readLength(bytes[index], digits, value)
                index += 1
            case .text(let units, let continuation):
                let rest = try readText(bytes, &index, units, continuation)
                if rest == nil {
                    texts.append(text)
                    text = []
                }
            }
        }
    }

    private mutating func readLength(_ byte: UInt8, _ digits: Int, _ value: Int) throws(Damage) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let value = value * 10 + Int(byte - UInt8(ascii: "0"))
            guard value <= ChannelFrames.maximumLength else { throw Damage(reason: "a frame is too long") }
            stage = .length(digits: digits + 1, value: value)
        case UInt8(ascii: "\n") where digits > 0 && value > 0:
            stage = .text(units: value, continuation: 0)
            text.reserveCapacity(min(value, 64 << 10))
        case _: throw Damage(reason: "a frame does not begin with its length")
        }
    }

    /// Reads on in a text.
    ///
    /// - Returns: What is missing; nil when the text is complete.
    private mutating func readText(
        _ bytes: [UInt8], _ index: inout Int, _ units: Int, _ continuation: Int
    ) throws(Damage) -> Int? {
        var (units, continuation) = (units, continuation)
        let start = index
        while index < bytes.endIndex, units > 0 || continuation > 0 {
            let byte = bytes[index]
            index += 1
            if byte & 0xC0 == 0x80 {
                continuation -= 1
                if continuation < 0 { throw Damage(reason: "a frame is not UTF-8") }
                continue
            }
            if continuation > 0 { throw Damage(reason: "a frame is not UTF-8") }
            units -= byte >= 0xF0 ? 2 : 1
            continuation = byte < 0xC0 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
            if units < 0 { throw Damage(reason: "a frame ends within a character") }
        }
        text += bytes[start..<index]
        if units == 0, continuation == 0 {
            stage = .length(digits: 0, value: 0)
            return nil
        }
        stage = .text(units: units, continuation: continuation)
        return units
    }

    /// The longest text, in UTF-16 units.
    private static let maximumLength = 64 << 20
}
