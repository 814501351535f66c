/// A pattern of the RE2 dialect.
package struct RegularExpression: Sendable {
    package static func compiled(_ pattern: String) throws(EvaluationFailure) -> RegularExpression {
        throw .error(.invalidPattern(pattern))
    }

    func matches(whole text: String) -> Bool { false }
    func replacing(in text: String, with substitute: String) throws(EvaluationFailure) -> String { text }
    func splitting(_ text: String) throws(EvaluationFailure) -> [String] { [text] }
}
