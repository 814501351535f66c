import FirestoreModel

/// The name of a child of a node, compared and hashed by its UTF-8 bytes.
///
/// Keys that are 32-bit integers come first, in numeric order; all others follow in the order of their
/// UTF-16 code units.
/// Source: https://firebase.google.com/docs/database/web/lists-of-data#data-order
package struct DataKey: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The key itself.
    package let text: String
    /// The number, if the key is one.
    package let number: Int32?

    /// The maximum size of a key, in bytes.
    package static let maximumLength = 768

    /// Accepts any text: see ``problem``.
    package init(_ text: String) {
        self.text = text
        number = DataKey.number(in: text)
    }

    package init(stringLiteral value: String) { self.init(value) }

    /// The key of an element of an array.
    package init(index: Int) { self.init(String(index)) }

    /// The index in a list that the key stands for: 0 or more, without leading zeros.
    package var index: Int? {
        guard let number, number >= 0 else { return nil }
        let isPlain =
            text.utf8.first != UInt8(ascii: "-")
            && (text.utf8.first != UInt8(ascii: "0") || text.utf8.count == 1)
        return isPlain ? Int(number) : nil
    }

    /// Why this cannot be a key; nil if it can.
    package var problem: String? {
        if text.isEmpty { return "is empty" }
        if text.utf8.count > Self.maximumLength { return "is longer than \(Self.maximumLength) bytes" }
        for byte in text.utf8 {
            switch byte {
            case 0x2E, 0x23, 0x24, 0x2F, 0x5B, 0x5D: return "holds one of . # $ / [ ]"
            case 0...0x1F, 0x7F: return "holds a control character"
            case _: continue
            }
        }
        return nil
    }

    package var description: String { text }

    package static func == (left: DataKey, right: DataKey) -> Bool {
        left.text.hasSameUTF8(as: right.text)
    }

    package static func < (left: DataKey, right: DataKey) -> Bool {
        switch (left.number, right.number) {
        case (let a?, let b?) where a != b: a < b
        // "7" and "007" are one number, but two keys.
        case (_?, _?) where left.text.utf8.count != right.text.utf8.count:
            left.text.utf8.count < right.text.utf8.count
        case (_?, nil): true
        case (nil, _?): false
        case (_, _):
            if case .less = left.text.compareUTF16(to: right.text) { true } else { false }
        }
    }

    package func hash(into hasher: inout Hasher) {
        text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            ?? text.utf8.forEach { hasher.combine($0) }
        hasher.combine(0xFF as UInt8)
    }

    private static func number(in text: String) -> Int32? {
        // The first byte decides for nearly all keys.
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            text.utf8.count <= 11
        else { return nil }
        return Int32(text)
    }
}
