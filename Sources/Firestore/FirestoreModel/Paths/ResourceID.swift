package import CoreValues

/// The id of a collection or a document: one segment of a path.
///
/// Numeric ids of the form `__id7__` come before all others, in the order of their numbers.
package struct ResourceID: ExactText {
    package let string: String

    /// Takes a text unchanged; ``problem`` tells whether Firestore accepts it.
    package init(_ string: String) {
        self.string = string
    }
}

extension ResourceID {
    /// Why Firestore refuses an id.
    package enum Problem: Equatable, Sendable {
        case empty, dots, containsSlash, reserved, notAnInteger, tooLong
    }

    /// The maximum length of an id, in bytes.
    package static let maximumLength = 1500

    /// Why Firestore refuses this id for a document, or nil if it is valid.
    package var problem: Problem? {
        guard let first = string.utf8.first else { return .empty }
        if first == UInt8(ascii: "."), string == "." || string == ".." { return .dots }
        if string.utf8.contains(UInt8(ascii: "/")) { return .containsSlash }
        if ResourceID.isReservedForm(string) {
            if numericText == nil { return .reserved }
            if number == nil { return .notAnInteger }
        }
        return string.utf8.count > ResourceID.maximumLength ? .tooLong : nil
    }

    /// Why Firestore refuses this id for a collection, which may not be a numeric one, or nil if it is valid.
    package var problemOfCollection: Problem? {
        numericText == nil ? problem : .reserved
    }

    /// True for `__x__` with at least one character between the pairs of underscores.
    package static func isReservedForm(_ text: String) -> Bool {
        let utf8 = text.utf8
        return utf8.first == 0x5F && utf8.count >= 5 && utf8.starts(with: "__".utf8)
            && utf8.suffix(2).elementsEqual("__".utf8)
    }

    /// The number of an id of the form `__id7__`.
    package var number: Int64? { numericText.flatMap { Int64($0) } }

    /// The digits of an id of the form `__id7__`, perhaps too many for an Int64; nil if they are not canonical,
    /// like those of `__id07__`, or zero, which no id has.
    private var numericText: Substring? {
        guard string.utf8.first == 0x5F, string.utf8.starts(with: "__id".utf8),
            ResourceID.isReservedForm(string)
        else { return nil }
        let text = Substring(string.utf8.dropFirst(4).dropLast(2))
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return first != 0x30 ? text : nil
    }
}

extension ResourceID {
    /// The id before which no other comes.
    package static let first = ResourceID("__id\(Int64.min)__")

    package static func < (left: ResourceID, right: ResourceID) -> Bool {
        left.compare(to: right) == .less
    }

    package func compare(to other: ResourceID) -> ComparisonOrder {
        guard string.utf8.first == 0x5F || other.string.utf8.first == 0x5F else {
            return string.compareUTF8(to: other.string)
        }
        switch (number, other.number) {
        case (nil, nil): return string.compareUTF8(to: other.string)
        case (let mine?, let theirs?): return ComparisonOrder(mine, theirs)
        case (_?, nil): return .less
        case (nil, _?): return .greater
        }
    }
}
