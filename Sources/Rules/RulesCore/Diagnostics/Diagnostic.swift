package import JSONText

/// A problem in a rules file: an error, which makes the rules unusable, or a warning.
public struct Diagnostic: Error, Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, Hashable, Sendable {
        /// The rules cannot be used.
        case error
        /// The rules can be used, but some may not do what they seem to.
        case warning
    }

    /// How much it matters.
    public var severity: Severity
    /// What is wrong. For Firestore's rules, everything but syntax errors is in the words of Google's compiler.
    public var message: String
    /// The characters concerned; nil for the file as a whole.
    public var range: SourceRange?
    /// What was probably meant: `did you mean list.hasOnly(list) -> bool?`; nil if unknown.
    public var hint: String?

    /// Creates a diagnostic.
    public init(_ severity: Severity, _ message: String, at range: SourceRange?, hint: String? = nil) {
        self.severity = severity
        self.message = message
        self.range = range
        self.hint = hint
    }
}

extension Diagnostic {
    /// The diagnostic as JSON: file, severity and message, with line, column and hint if it has them.
    package func json(in file: SourceFile) -> JSON {
        var members = [JSON.Member("file", .string(file.name))]
        if let start = range?.start {
            members.append(JSON.Member("line", .number(String(start.line))))
            members.append(JSON.Member("column", .number(String(start.column))))
        }
        members.append(JSON.Member("severity", .string(severity.rawValue)))
        members.append(JSON.Member("message", .string(message)))
        if let hint { members.append(JSON.Member("hint", .string(hint))) }
        return .object(members)
    }
}

extension [Diagnostic] {
    /// In the order of Google's compiler: by place, then errors before warnings, then by text. Diagnostics without a place come first.
    package func inOrder() -> [Diagnostic] {
        sorted { left, right in
            let (from, to) = (left.range?.start.offset ?? -1, right.range?.start.offset ?? -1)
            if from != to { return from < to }
            if left.severity != right.severity { return left.severity == .error }
            return left.message < right.message
        }
    }
}
