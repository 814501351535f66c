/// What Google's compiler reports while it parses a file without syntax errors, in its words.
extension Diagnostic {
    static let emptyFile = Diagnostic(
        .error, "Rules content empty. Compilation aborted.",
        at: SourceRange(start: SourcePosition(line: 0, column: 0, offset: 0), endOffset: 0))

    static func tooComplex(at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, "Expression is too complex to evaluate safely.", at: range)
    }

    static func tooDeepMatch(at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, "Maximum allowed resource rule depth of 10 is reached.", at: range)
    }

    static func unsupportedVersion(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, "Unsupported rules version \(name).", at: range)
    }

    static func importNotAllowed(at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, "Import statements are not allowed.", at: range)
    }

    static func unknownModule(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, "Module \"\(name)\" is not part of the standard library.", at: range)
    }

    static func invalidNumber(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, "Invalid number literal \(text).", at: range)
    }

    static func invalidBytes(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, "Invalid bytes literal \(text).", at: range)
    }

    static func isPackage(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, "\(name) is a package and cannot be used as variable name.", at: range)
    }

    static func repeatedCapture(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, "Variable \(name) already exists in the PathTemplate.", at: range)
    }

    static func secondGlob(at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, globMessage("Only one glob match is permitted"), at: range)
    }

    static func innerGlob(at range: SourceRange) -> Diagnostic {
        Diagnostic(.error, globMessage("Glob matches are permitted as the last segment"), at: range)
    }

    private static func globMessage(_ rule: String) -> String {
        "Invalid glob match expression. \(rule) in a match declaration path."
    }
}
