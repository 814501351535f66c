import RegularExpressions

/// A regular expression of a rule, ready to match.
package struct RulePattern: Sendable {
    /// How much it takes: rules files are bounded in what all of theirs take.
    let size: Int
    private let expression: RegularExpression

    /// Reads what stands between two slashes, and the flags behind them.
    init(_ scalars: [Unicode.Scalar], body: Range<Int>, flags: Range<Int>) throws(ExpressionProblem) {
        for place in flags where scalars[place] != "i" || place > flags.lowerBound {
            throw ExpressionProblem(
                "A regular expression has no other flag than i.", at: place..<place + 1)
        }
        var translation = PatternTranslation(scalars, body)
        let pattern = try translation.translate()
        do {
            // What is in a text at all is what all of the text is, with anything around it.
            let found = try RegularExpression((flags.isEmpty ? "" : "(?i)") + "(?s:.*)(?:\(pattern))(?s:.*)")
            size = found.size
            expression = found
        } catch .tooLarge {
            throw ExpressionProblem("This regular expression is too large.", at: body)
        } catch {
            throw ExpressionProblem("This regular expression is not understood.", at: body)
        }
    }

    /// The same, made faster where that is possible; this takes a while.
    var prepared: RulePattern { RulePattern(size: size, expression: expression.prepared) }

    private init(size: Int, expression: RegularExpression) {
        self.size = size
        self.expression = expression
    }

    /// Whether the pattern is somewhere in a text; nil if that takes more steps than are left.
    func isFound(in text: String, steps: inout Int) -> Bool? {
        try? expression.matches(whole: text, steps: &steps)
    }
}
