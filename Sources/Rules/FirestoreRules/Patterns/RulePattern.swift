import RegularExpressions

/// A pattern as rules use it: with the errors and bounds of the language.
struct RulePattern {
    private let expression: RegularExpression

    /// Reads a pattern, or takes it from those that were used last.
    ///
    /// - Throws: Google's error for an invalid pattern.
    init(_ pattern: String, _ work: WorkMeter) throws(EvaluationFailure) {
        try work.charge(pattern.utf8.count)
        do {
            expression = try PatternCache.shared.expression(pattern)
        } catch {
            throw .error(.invalidPattern(pattern))
        }
    }

    /// Whether the pattern matches all of a text.
    func matches(whole text: String, _ work: WorkMeter) throws(EvaluationFailure) -> Bool {
        try run(work, .bool) { (steps) throws(MatchFailure) in
            try expression.matches(whole: text, steps: &steps)
        }
    }

    /// The text with every match replaced.
    func replacing(
        in text: String, with substitute: String, _ work: WorkMeter
    ) throws(EvaluationFailure) -> String {
        let limit = WorkMeter.mostBytesOfValue
        let result = try run(work, .string, limit: limit) { (steps) throws(MatchFailure) in
            try expression.replacing(in: text, with: substitute, limit: limit, steps: &steps)
        }
        try work.make(bytes: result.utf8.count, of: .string)
        return result
    }

    /// The parts between the matches.
    func splitting(_ text: String, _ work: WorkMeter) throws(EvaluationFailure) -> [String] {
        let limit = WorkMeter.mostElementsOfValue
        let parts = try run(work, .list, limit: limit) { (steps) throws(MatchFailure) in
            try expression.splitting(text, limit: limit, steps: &steps)
        }
        try work.make(elements: parts.count, of: .list)
        return parts
    }

    private func run<Result>(
        _ work: WorkMeter, _ type: RuleType, limit: Int = 0,
        _ body: (inout Int) throws(MatchFailure) -> Result
    ) throws(EvaluationFailure) -> Result {
        try work.steps { (steps) throws(EvaluationFailure) in
            do throws(MatchFailure) {
                return try body(&steps)
            } catch {
                throw RulePattern.failure(error, type, limit: limit)
            }
        }
    }

    private static func failure(_ failure: MatchFailure, _ type: RuleType, limit: Int) -> EvaluationFailure {
        switch failure {
        case .tooLong: .error(.tooMuchWork)
        case .noSuchGroup(let name): .error(.noSuchGroup(name))
        case .resultTooLarge: .error(.resultTooLarge(type, limit: limit))
        }
    }
}
