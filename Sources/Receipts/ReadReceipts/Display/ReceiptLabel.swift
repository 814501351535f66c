/// A receipt as data for a view to draw.
public struct ReceiptLabel: Sendable, Equatable, Codable {
    /// The symbol next to the message.
    public enum Symbol: String, Sendable, CaseIterable, Codable {
        /// No symbol.
        case none
        /// A spinner or clock.
        case spinner
        /// One check mark.
        case check
        /// Two check marks.
        case doubleCheck
    }

    /// The colour of symbol and text.
    public enum Tint: String, Sendable, CaseIterable, Codable {
        /// Not yet read by everybody.
        case grey
        /// Read.
        case blue
    }

    /// The symbol.
    public var symbol: Symbol
    /// The colour of symbol and text.
    public var tint: Tint
    /// The text, in the reader's language; nil for a symbol alone.
    public var text: String?
    /// What a screen reader says.
    public var accessibilityLabel: String

    /// Creates a label.
    public init(symbol: Symbol, tint: Tint, text: String?, accessibilityLabel: String) {
        self.symbol = symbol
        self.tint = tint
        self.text = text
        self.accessibilityLabel = accessibilityLabel
    }
}
