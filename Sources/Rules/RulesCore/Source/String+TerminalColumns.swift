extension String {
    /// The width of the text in a terminal, in columns. It must not have control characters.
    var terminalColumns: Int { unicodeScalars.reduce(0) { $0 + $1.terminalColumns } }
}

extension Unicode.Scalar {
    fileprivate var terminalColumns: Int {
        if isASCII { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        if properties.isEmojiPresentation { return 2 }
        switch value {
        case 0x200D: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
