/// A failed assertion about rules.
public struct RulesAssertionError: Error, Sendable, CustomStringConvertible {
    /// What was expected, and what happened instead.
    public let message: String
    /// Which rule decided, and why, down to the expression; nil if no rule decided, or if the server does not say.
    public let explanation: String?
    /// The error of the operation.
    public let underlying: (any Error)?
    /// The file of the assertion, from `#fileID`.
    public let fileID: String
    /// The line of the assertion.
    public let line: Int

    init(
        _ message: String, explanation: String? = nil, underlying: (any Error)? = nil, fileID: String,
        line: Int
    ) {
        self.message = message
        self.explanation = explanation
        self.underlying = underlying
        self.fileID = fileID
        self.line = line
    }

    /// All of the above, on several lines.
    public var description: String {
        var text = "\(fileID):\(line): \(message)"
        if let explanation {
            text += "\n\(explanation)"
        } else if let underlying {
            text += "\n\(underlying)"
        }
        return text
    }
}
