/// Text from outside, made safe to print: what a terminal would act on is shown by its number.
struct TerminalText {
    /// The text to print.
    private(set) var text = ""
    /// Blanks as wide as the text, and its tabs.
    private(set) var blank = ""
    /// How many columns the text takes, a tab counted as one.
    private(set) var width = 0

    init(_ text: String) {
        self.init(text.unicodeScalars, keepsTabs: false)
    }

    init(_ scalars: some Sequence<Unicode.Scalar>, keepsTabs: Bool) {
        for scalar in scalars {
            if scalar == "\t", keepsTabs {
                add("\t", blank: "\t", width: 1)
            } else if scalar.isInvisible {
                let number = "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                add(number, width: number.count)
            } else {
                add(String(scalar), width: scalar.columns)
            }
        }
    }

    private mutating func add(_ piece: String, width columns: Int) {
        add(piece, blank: String(repeating: " ", count: columns), width: columns)
    }

    private mutating func add(_ piece: String, blank: String, width columns: Int) {
        text += piece
        self.blank += blank
        width += columns
    }
}

extension Unicode.Scalar {
    /// Control characters, those that turn the direction of writing, and line breaks.
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
            true
        default: false
        }
    }

    /// How many columns a terminal gives it.
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        if properties.isEmojiPresentation { return 2 }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
