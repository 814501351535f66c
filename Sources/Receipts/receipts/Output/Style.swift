import ReadReceipts

/// Terminal colours.
enum Style: String, CaseIterable {
    case blue = "\u{1B}[34m"
    case green = "\u{1B}[32m"
    case grey = "\u{1B}[90m"
    case yellow = "\u{1B}[33m"
    case red = "\u{1B}[31m"
    case bold = "\u{1B}[1m"

    /// What ends a style.
    fileprivate static let end = "\u{1B}[0m"

    /// A text in its parts: those that switch styles, and what is between them.
    static func split(_ text: String) -> [(text: String, isStyle: Bool)] {
        var parts: [(text: String, isStyle: Bool)] = []
        var rest = text[...]
        while let escape = rest.unicodeScalars.firstIndex(of: "\u{1B}") {
            let style = ([end] + allCases.map(\.rawValue)).first {
                rest[escape...].unicodeScalars.starts(with: $0.unicodeScalars)
            }
            let next = rest.unicodeScalars.index(escape, offsetBy: style?.unicodeScalars.count ?? 1)
            parts.append((String(rest[..<escape]), false))
            parts.append((String(rest[escape..<next]), style != nil))
            rest = rest[next...]
        }
        return parts + [(String(rest), false)]
    }
}

extension Console {
    /// The text in a colour, if colours are enabled.
    func styled(_ text: String, _ style: Style) -> String {
        isColoured ? style.rawValue + text + Style.end : text
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
