extension Unicode.Scalar {
    var isDigit: Bool { ("0"..."9").contains(self) }
    var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    var beginsName: Bool {
        isASCIILetter || self == "_" || self == "$" || (!isASCII && properties.isAlphabetic)
    }
    var continuesName: Bool { beginsName || isDigit }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt32? {
        switch self {
        case "0"..."9": value - 0x30
        case "a"..."f": value - 0x61 + 10
        case "A"..."F": value - 0x41 + 10
        case _: nil
        }
    }
}
