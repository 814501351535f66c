import RegularExpressions

/// What the tests ask for without a thought of its cost.
extension RegularExpression {
    func matches(whole text: String) throws(MatchFailure) -> Bool {
        var steps = 50_000_000
        return try matches(whole: text, steps: &steps)
    }

    func replacing(
        in text: String, with substitute: String, limit: Int = .max
    ) throws(MatchFailure) -> String {
        var steps = 50_000_000
        return try replacing(in: text, with: substitute, limit: limit, steps: &steps)
    }

    func splitting(_ text: String, limit: Int = .max) throws(MatchFailure) -> [String] {
        var steps = 50_000_000
        return try splitting(text, limit: limit, steps: &steps)
    }
}
