import ReadReceipts

/// Terminal colours.
enum Style: String {
    case blue = "\u{1B}[34m"
    case green = "\u{1B}[32m"
    case grey = "\u{1B}[90m"
    case yellow = "\u{1B}[33m"
    case red = "\u{1B}[31m"
    case bold = "\u{1B}[1m"
}

extension Console {
    /// The text in a colour, if colours are enabled.
    func styled(_ text: String, _ style: Style) -> String {
        isColoured ? style.rawValue + text + "\u{1B}[0m" : text
    }

    /// The ticks of a status: one for sent, two for delivered, two blue ones for read.
    func ticks(_ status: DisplayedStatus) -> String {
        switch status.status {
        case .sending: styled("…", .grey)
        case .sent: styled("✓", .grey)
        case .delivered: styled("✓✓", .grey)
        default: styled("✓✓", .blue)
        }
    }
}

extension String {
    /// The text, padded with spaces.
    func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
