/// Makes foreign text printable: on one line, without terminal control sequences, and of limited length.
extension String {
    /// The text with control characters made visible, without its middle if it is too long.
    package func printable(limit: Int) -> String {
        guard unicodeScalars.count > limit else { return printable }
        let scalars = Array(unicodeScalars)
        let head = limit * 2 / 3
        return String(scalars[..<head]).printable + "…"
            + String(scalars[(scalars.count - (limit - head - 1))...]).printable
    }

    /// The beginning of the text with control characters made visible.
    package func beginning(limit: Int) -> String {
        let scalars = Array(unicodeScalars.prefix(limit + 1))
        return scalars.count > limit ? String(scalars.prefix(limit)).printable + "…" : printable
    }

    /// The text with control characters made visible; a tab becomes a space.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "\t" {
                text += " "
            } else if scalar.isUnprintable {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return self != "\u{200D}"
        default: return false
        }
    }
}
