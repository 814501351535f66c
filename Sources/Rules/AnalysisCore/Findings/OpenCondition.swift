/// A condition that a search has not seen both true and false.
package struct OpenCondition: Sendable, Hashable {
    package let place: RulePlace
    /// The condition as it is written, on one line.
    package let text: String
    /// What it was; nil if it never had a value.
    package let seen: Bool?

    package init(place: RulePlace, text: String, seen: Bool?) {
        self.place = place
        self.text = text
        self.seen = seen
    }
}

/// The rules file and the line of a rule or a condition.
package struct RulePlace: Sendable, Hashable {
    package var file: String
    package var line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

extension String {
    /// The text with its line breaks as blanks.
    package var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
