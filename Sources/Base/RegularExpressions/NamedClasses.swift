/// The classes of Perl and POSIX, which contain only ASCII.
extension ScalarSet {
    static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    private static let digits = ScalarSet([0x30...0x39])

    /// The set of `\d`, `\s` or `\w`, in lower or upper case, not inverted.
    static func perlClass(_ letter: Unicode.Scalar) -> ScalarSet? {
        switch letter {
        case "d", "D": digits
        case "s", "S": ScalarSet([0x09...0x0A, 0x0C...0x0D, 0x20...0x20])
        case "w", "W": wordCharacters
        default: nil
        }
    }

    /// The set of `[:name:]`.
    static func posixClass(_ name: String) -> ScalarSet? {
        switch name {
        case "alnum": ScalarSet([0x30...0x39, 0x41...0x5A, 0x61...0x7A])
        case "alpha": ScalarSet([0x41...0x5A, 0x61...0x7A])
        case "ascii": ScalarSet([0x00...0x7F])
        case "blank": ScalarSet([0x09...0x09, 0x20...0x20])
        case "cntrl": ScalarSet([0x00...0x1F, 0x7F...0x7F])
        case "digit": digits
        case "graph": ScalarSet([0x21...0x7E])
        case "lower": ScalarSet([0x61...0x7A])
        case "print": ScalarSet([0x20...0x7E])
        case "punct": ScalarSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E])
        case "space": ScalarSet([0x09...0x0D, 0x20...0x20])
        case "upper": ScalarSet([0x41...0x5A])
        case "word": wordCharacters
        case "xdigit": ScalarSet([0x30...0x39, 0x41...0x46, 0x61...0x66])
        default: nil
        }
    }

    /// The set of `\p{name}`: a general category, a script, or `Any`.
    static func unicodeProperty(_ name: String) -> ScalarSet? {
        name == "Any" ? .all : UnicodeCategories.set(named: name) ?? UnicodeScripts.set(named: name)
    }
}
