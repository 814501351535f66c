import ReadReceipts

/// Colours of a terminal.
enum Style: String {
    case blue = "\u{1B}[34m"
    case green = "\u{1B}[32m"
    case grey = "\u{1B}[90m"
    case red = "\u{1B}[31m"
    case bold = "\u{1B}[1m"
}

extension Console {
    /// The text in a colour, where colours are wanted.
    func styled(_ text: String, _ style: Style) -> String {
        isColoured ? style.rawValue + text + "\u{1B}[0m" : text
    }

    /// The ticks of a chat: one when sent, two when delivered, two blue ones when read.
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
    /// The text with spaces after it, up to a width.
    func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
