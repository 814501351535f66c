package import FirestoreRules

/// A condition of a rules file, and what it came to.
package struct CoveredCondition: Sendable {
    package let range: SourceRange
    /// Its text, on one line.
    package let text: String
    package var trueCount = 0
    package var falseCount = 0
    /// How often it had no value.
    package var errorCount = 0

    package var isCovered: Bool { trueCount > 0 && falseCount > 0 }
    package var line: Int { range.start.line }

    package init(
        range: SourceRange, text: String, trueCount: Int = 0, falseCount: Int = 0, errorCount: Int = 0
    ) {
        self.range = range
        self.text = text
        self.trueCount = trueCount
        self.falseCount = falseCount
        self.errorCount = errorCount
    }
}

/// A function that rules declare.
package struct CoveredFunction: Sendable {
    package let name: String
    package let line: Int
    package var count = 0
}
