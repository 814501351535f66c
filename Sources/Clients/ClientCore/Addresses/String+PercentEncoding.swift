extension String {
    /// The text as `encodeURIComponent` encodes it: everything but letters, digits and `-_.!~*'()`, by its UTF-8
    /// bytes.
    ///
    /// Google's servers do not read `+` as a space, so a space is `%20`.
    package var percentEncoded: String {
        // Nearly every id is made of nothing else.
        if utf8.allSatisfy(String.isUnreserved) { return self }
        var encoded = ""
        encoded.reserveCapacity(utf8.count)
        for byte in utf8 {
            if String.isUnreserved(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += (byte < 0x10 ? "%0" : "%") + digits
            }
        }
        return encoded
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        // -  .  _  ~, and the marks from ! to * without " # $ % &
        case 0x2D, 0x2E, 0x5F, 0x7E, 0x21, 0x27...0x2A: true
        default: false
        }
    }
}
