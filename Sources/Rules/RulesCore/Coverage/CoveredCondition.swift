/// A condition of a rules file, with the counts of its results.
package struct CoveredCondition: Sendable {
    package let range: SourceRange
    /// Its text, on one line.
    package let text: String
    package private(set) var trueCount = 0
    package private(set) var falseCount = 0
    /// How often it had no truth value.
    package private(set) var errorCount = 0

    package init(range: SourceRange, text: String) {
        self.range = range
        self.text = text
    }

    /// Counts a result; nil stands for anything but a truth value.
    package mutating func count(_ truth: Bool?) {
        switch truth {
        case true?: trueCount += 1
        case false?: falseCount += 1
        case nil: errorCount += 1
        }
    }

    /// How often it was evaluated.
    package var evaluations: Int { trueCount + falseCount + errorCount }
    /// Whether it was seen both true and false.
    package var isCovered: Bool { trueCount > 0 && falseCount > 0 }
    package var line: Int { range.start.line }
}

/// A function that rules declare, with the number of its calls.
package struct CoveredFunction: Sendable {
    package let name: String
    package let line: Int
    package var count = 0

    package init(name: String, line: Int) {
        self.name = name
        self.line = line
    }
}
