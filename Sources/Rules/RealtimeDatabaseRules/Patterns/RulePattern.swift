import RegularExpressions

/// A regular expression of a rule, ready to match.
package struct RulePattern: Sendable {
    /// How much it takes up; the total of a rules file is limited.
    let size: Int
    /// The pattern in the dialect of ``RegularExpression``.
    package let translation: String
    private let expression: RegularExpression

    /// Reads the characters between two slashes, and the flags after them.
    init(_ scalars: [Unicode.Scalar], body: Range<Int>, flags: Range<Int>) throws(ExpressionProblem) {
        for place in flags where scalars[place] != "i" || place > flags.lowerBound {
            throw ExpressionProblem(
                "The only flag of regular expressions is i.", at: place..<place + 1)
        }
        var translator = PatternTranslation(scalars, body)
        let pattern = try translator.translate()
        do {
            // A pattern matches a part of a text if it matches the whole with anything around it.
            let found = try RegularExpression((flags.isEmpty ? "" : "(?i)") + "(?s:.*)(?:\(pattern))(?s:.*)")
            size = found.size
            translation = (flags.isEmpty ? "" : "(?i)") + pattern
            expression = found
        } catch .tooLarge {
            throw ExpressionProblem("This regular expression is too large.", at: body)
        } catch {
            throw ExpressionProblem("This regular expression is not valid.", at: body)
        }
    }

    /// The same, prepared for fast matching where possible, which takes a while.
    var prepared: RulePattern {
        RulePattern(size: size, translation: translation, expression: expression.prepared)
    }

    private init(size: Int, translation: String, expression: RegularExpression) {
        self.size = size
        self.translation = translation
        self.expression = expression
    }

    /// Whether the pattern matches a part of a text; nil if that takes more steps than are left.
    func isFound(in text: String, steps: inout Int) -> Bool? {
        try? expression.matches(whole: text, steps: &steps)
    }
}
