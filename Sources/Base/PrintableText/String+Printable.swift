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
        visible { scalar in scalar == "\t" ? " " : nil }
    }

    /// The lines of the text with control characters made visible; tabs stay, too.
    package var printableLines: String {
        visible { scalar in scalar == "\n" || scalar == "\t" ? scalar : nil }
    }

    /// - Parameter exception: What an unprintable character becomes instead; nil to make it visible.
    private func visible(_ exception: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if !scalar.isUnprintable {
                text.unicodeScalars.append(scalar)
            } else if let other = exception(scalar) {
                text.unicodeScalars.append(other)
            } else {
                text += "\\u{\(String(scalar.value, radix: 16))}"
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
    /// Whether it moves a cursor, ends a line, reverses text, or is not seen.
    package var isUnprintable: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return self != "\u{200D}"
        default: return false
        }
    }
}
