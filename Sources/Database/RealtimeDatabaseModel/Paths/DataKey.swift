import CoreValues

/// The name of a child of a node.
///
/// Keys that are 32-bit integers come first, in numeric order; all others follow in the order of their
/// UTF-16 code units.
/// Source: https://firebase.google.com/docs/database/web/lists-of-data#data-order
package struct DataKey: ExactText {
    /// The key itself.
    package let string: String
    /// The number, where the key is written as one.
    package let number: Int32?

    /// Stands at the end of a path for the priority of the node above. No node has this key.
    package static let priority = DataKey(".priority")
    /// The maximum size of a key, in bytes.
    package static let maximumLength = 768

    /// Takes a key unchanged; ``problem`` tells whether a database accepts it.
    package init(_ string: String) {
        self.string = string
        number = DataKey.number(in: string)
    }

    /// The key of an element of an array.
    package init(index: Int) { self.init(String(index)) }

    /// The index in a list that the key stands for: 0 or more, without leading zeros.
    package var index: Int? {
        guard let number, number >= 0 else { return nil }
        let isPlain =
            string.utf8.first != UInt8(ascii: "-")
            && (string.utf8.first != UInt8(ascii: "0") || string.utf8.count == 1)
        return isPlain ? Int(number) : nil
    }

    /// Why a database refuses this key; nil if it is valid.
    package var problem: String? {
        if string.isEmpty { return "is empty" }
        if string.utf8.count > Self.maximumLength { return "is longer than \(Self.maximumLength) bytes" }
        for byte in string.utf8 {
            switch byte {
            case 0x2E, 0x23, 0x24, 0x2F, 0x5B, 0x5D: return "holds one of . # $ / [ ]"
            case 0...0x1F, 0x7F: return "holds a control character"
            case _: continue
            }
        }
        return nil
    }

    package static func < (left: DataKey, right: DataKey) -> Bool {
        switch (left.number, right.number) {
        case (let a?, let b?) where a != b: a < b
        // "7" and "007" are one number, but two keys.
        case (_?, _?) where left.string.utf8.count != right.string.utf8.count:
            left.string.utf8.count < right.string.utf8.count
        case (_?, nil): true
        case (nil, _?): false
        case (_, _):
            if case .less = left.string.compareUTF16(to: right.string) { true } else { false }
        }
    }

    private static func number(in text: String) -> Int32? {
        // The first byte settles it for nearly all keys.
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            text.utf8.count <= 11
        else { return nil }
        return Int32(text)
    }
}
