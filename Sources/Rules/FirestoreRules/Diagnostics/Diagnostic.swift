/// What the front end has to say about a rules file: an error, which keeps the rules from being used, or a warning.
public struct Diagnostic: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: Hashable, Sendable {
        /// The rules cannot be used.
        case error
        /// The rules can be used; some of them may not do what they seem to.
        case warning
    }

    /// How much it matters.
    public var severity: Severity
    /// What is wrong, in the words of Google's compiler.
    public var message: String
    /// The token or node that is concerned; nil for what concerns the file as a whole.
    public var range: SourceRange?

    /// Creates a diagnostic.
    public init(_ severity: Severity, _ message: String, at range: SourceRange?) {
        self.severity = severity
        self.message = message
        self.range = range
    }
}
