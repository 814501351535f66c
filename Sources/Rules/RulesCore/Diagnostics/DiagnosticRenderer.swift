import PrintableText

/// Renders diagnostics as text: what is wrong, the line, and a mark under the place.
///
///     firestore.rules:3:35: error: Missing conditional expression after 'if'.
///        3 | allow read: if ;
///          |             ^^
public struct DiagnosticRenderer: Sendable {
    /// The maximum number of diagnostics to show. The rest are counted.
    public static let limit = 100

    private let name: String
    private let lines: SourceLines

    /// Creates a renderer for the diagnostics of a file.
    public init(_ file: SourceFile) {
        name = file.name
        lines = SourceLines(file.content)
    }

    /// All diagnostics, up to the limit.
    public func text(of diagnostics: [Diagnostic]) -> String {
        var texts = diagnostics.prefix(Self.limit).map(text)
        if diagnostics.count > Self.limit { texts.append("… and \(diagnostics.count - Self.limit) more") }
        return texts.joined(separator: "\n")
    }

    /// One diagnostic: its line, the source, the mark and the hint.
    public func text(of diagnostic: Diagnostic) -> String {
        var text = text(diagnostic.severity.rawValue, diagnostic.message, at: diagnostic.range)
        if let hint = diagnostic.hint {
            let line = diagnostic.range?.start.line ?? 0
            text += "\n\(SourceLines.margin(line: line, 0))= \(hint.printable(limit: 1000))"
        }
        return text
    }

    /// A message about a place: its line, the source and the mark.
    package func text(_ severity: String, _ message: String, at range: SourceRange?) -> String {
        let headline = DiagnosticRenderer.headline(severity, message, at: range, in: name)
        guard let range, range.start.line > 0 else { return headline }
        return "\(headline)\n\(lines.frame(range.offsets).dropLast())"
    }

    fileprivate static func headline(
        _ severity: String, _ message: String, at range: SourceRange?, in file: String
    ) -> String {
        let place = range.map { $0.start.line > 0 ? ":\($0.start.line):\($0.start.column)" : "" } ?? ""
        return "\(file.printable)\(place): \(severity): \(message.printable(limit: 1000))"
    }
}

extension Diagnostic {
    /// One line: `firestore.rules:3:35: error: Missing conditional expression after 'if'.`
    public func line(in source: SourceFile) -> String {
        DiagnosticRenderer.headline(severity.rawValue, message, at: range, in: source.name)
    }

    /// The diagnostic with its line of the source and the place marked. For many, use ``DiagnosticRenderer``.
    public func text(in source: SourceFile) -> String {
        DiagnosticRenderer(source).text(of: self)
    }
}
