/// An assertion about rules that did not hold.
public struct RulesAssertionError: Error, Sendable, CustomStringConvertible {
    /// What was to be and was not.
    public let message: String
    /// Which rule decided, and why, down to the expression; nil where no rule has decided, or the server does not tell.
    public let explanation: String?
    /// What the operation threw.
    public let underlying: (any Error)?
    /// The file of the assertion, as `#fileID` has it.
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

    /// Everything that is known.
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
