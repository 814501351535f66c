/// A name without case and accents, which compares numbers in it by their value: "Bo 9" comes before "Bo 10".
struct NameKey: Comparable {
    private enum Part: Comparable {
        /// A number without leading zeros: of two, the longer one is greater.
        case number(length: Int, digits: String)
        case letter(Unicode.Scalar)
    }

    private let parts: [Part]

    init(_ name: String) {
        var parts: [Part] = []
        var digits = ""
        func endNumber() {
            if digits.isEmpty { return }
            let significant = String(digits.drop { $0 == "0" })
            parts.append(.number(length: significant.utf8.count, digits: significant))
            digits = ""
        }
        for scalar in name.lowercased().unicodeScalars {
            if ("0"..."9").contains(scalar) {
                digits.unicodeScalars.append(scalar)
            } else if scalar.properties.generalCategory != .nonspacingMark {
                endNumber()
                parts.append(.letter(NameKey.withoutAccents(scalar)))
            }
        }
        endNumber()
        self.parts = parts
    }

    static func < (left: NameKey, right: NameKey) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }

    /// The letter below the accents. Unicode names an é "LATIN SMALL LETTER E WITH ACUTE"; the standard library has these names, but
    /// no table of such letters.
    private static func withoutAccents(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return scalar }
        let letter = scalar.properties.name?.split(separator: " ", maxSplits: 4)
        guard let letter, letter.count == 5, letter[..<3] == ["LATIN", "SMALL", "LETTER"],
            letter[4].hasPrefix("WITH "), let base = letter[3].lowercased().unicodeScalars.first,
            letter[3].utf8.count == 1
        else { return scalar }
        return base
    }
}
