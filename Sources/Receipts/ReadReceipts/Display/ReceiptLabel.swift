/// A receipt as data: what a view draws, without a view.
public struct ReceiptLabel: Sendable, Equatable, Codable {
    /// What stands beside the message.
    public enum Symbol: String, Sendable, CaseIterable, Codable {
        /// Nothing but the text.
        case none
        /// Something that turns or waits.
        case spinner
        /// One check mark.
        case check
        /// Two check marks.
        case doubleCheck
    }

    /// In which colour.
    public enum Tint: String, Sendable, CaseIterable, Codable {
        /// Not read by everybody.
        case grey
        /// Read.
        case blue
    }

    /// The symbol.
    public var symbol: Symbol
    /// The colour of symbol and text.
    public var tint: Tint
    /// What is written, in the reader's language; nil for a symbol alone.
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
