extension String {
    /// The text as one word of a shell command, on one line and without control sequences, so that it can be shown, copied and run.
    package var quotedForShell: String {
        if unicodeScalars.contains(where: \.isUnprintable) { return quotedWithEscapes }
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: ","):
                true
            default: false
            }
        }
        return isPlain && !isEmpty ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    }
    /// The form of bash, zsh and POSIX of 2024, in which bytes can be named.
    private var quotedWithEscapes: String {
        unicodeScalars.reduce(into: "$'") { word, scalar in
            if scalar == "'" || scalar == "\\" {
                word += "\\\(scalar)"
            } else if scalar.isUnprintable {
                // Three octal digits end where they end, whatever follows.
                for byte in String(scalar).utf8 {
                    let digits = String(byte, radix: 8)
                    word += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
                }
            } else {
                word.unicodeScalars.append(scalar)
            }
        } + "'"
    }
}
