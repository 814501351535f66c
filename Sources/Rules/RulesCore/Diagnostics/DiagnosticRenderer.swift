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
        var text = DiagnosticRenderer.headline(of: diagnostic, in: name)
        let line = diagnostic.range?.start.line ?? 0
        if let range = diagnostic.range, line > 0 { text += "\n\(lines.frame(range.offsets).dropLast())" }
        if let hint = diagnostic.hint {
            text += "\n\(SourceLines.margin(line: line, 0))= \(hint.printable(limit: 1000))"
        }
        return text
    }

    fileprivate static func headline(of diagnostic: Diagnostic, in file: String) -> String {
        let start = diagnostic.range?.start
        let place = start.map { $0.line > 0 ? ":\($0.line):\($0.column)" : "" } ?? ""
        let severity = diagnostic.severity.rawValue
        return "\(file.printable)\(place): \(severity): \(diagnostic.message.printable(limit: 1000))"
    }
}

extension Diagnostic {
    /// One line: `firestore.rules:3:35: error: Missing conditional expression after 'if'.`
    public func line(in source: SourceFile) -> String {
        DiagnosticRenderer.headline(of: self, in: source.name)
    }

    /// The diagnostic with its line of the source and the place marked. For many, use ``DiagnosticRenderer``.
    public func text(in source: SourceFile) -> String {
        DiagnosticRenderer(source).text(of: self)
    }
}
