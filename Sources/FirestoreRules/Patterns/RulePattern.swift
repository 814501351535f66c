import RegularExpressions

/// A pattern as rules use it: with the errors and bounds of the language.
struct RulePattern {
    private let expression: RegularExpression

    /// Reads a pattern, or takes it from those that were used last.
    ///
    /// - Throws: Google's error for a pattern that is none.
    init(_ pattern: String) throws(EvaluationFailure) {
        do {
            expression = try PatternCache.shared.expression(pattern)
        } catch {
            throw .error(.invalidPattern(pattern))
        }
    }

    /// Whether the pattern matches all of a text.
    func matches(whole text: String) throws(EvaluationFailure) -> Bool {
        do {
            return try expression.matches(whole: text)
        } catch {
            throw RulePattern.failure(error, .bool, limit: 0)
        }
    }

    /// The text with every match replaced.
    func replacing(in text: String, with substitute: String) throws(EvaluationFailure) -> String {
        do {
            return try expression.replacing(in: text, with: substitute, limit: ResultLimits.bytes)
        } catch {
            throw RulePattern.failure(error, .string, limit: ResultLimits.bytes)
        }
    }

    /// The parts between the matches.
    func splitting(_ text: String) throws(EvaluationFailure) -> [String] {
        do {
            return try expression.splitting(text, limit: ResultLimits.elements)
        } catch {
            throw RulePattern.failure(error, .list, limit: ResultLimits.elements)
        }
    }

    private static func failure(_ failure: MatchFailure, _ type: RuleType, limit: Int) -> EvaluationFailure {
        switch failure {
        case .tooLong: .error(.matchTooLong)
        case .noSuchGroup(let name): .error(.noSuchGroup(name))
        case .resultTooLarge: .error(.resultTooLarge(type, limit: limit))
        }
    }
}
