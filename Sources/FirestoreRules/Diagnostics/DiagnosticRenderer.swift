/// Diagnostics for people at a terminal: what is wrong, the line that it is in, and a mark below the place.
///
///     firestore.rules:5:22: error: Missing conditional expression after 'if'.
///           allow read: if;
///                         ^
public struct DiagnosticRenderer: Sendable {
    /// How many diagnostics are shown; the others are counted.
    public static let limit = 100

    private let name: String
    private let source: [Unicode.Scalar]
    /// The offsets at which lines begin.
    private let lineStarts: [Int]

    /// Creates a renderer of what is wrong with a file.
    public init(_ file: SourceFile) {
        name = file.name
        let source = Array(file.content.unicodeScalars)
        lineStarts = [0] + source.indices.filter { source[$0] == "\n" }.map { $0 + 1 }
        self.source = source
    }

    /// All diagnostics, one below the other.
    public func text(of diagnostics: [Diagnostic]) -> String {
        var texts = diagnostics.prefix(Self.limit).map(text)
        if diagnostics.count > Self.limit { texts.append("… and \(diagnostics.count - Self.limit) more") }
        return texts.joined(separator: "\n")
    }

    /// One diagnostic: its line, the source and the mark.
    public func text(of diagnostic: Diagnostic) -> String {
        let headline = headline(of: diagnostic)
        guard let range = diagnostic.range, let excerpt = excerpt(at: range) else { return headline }
        return "\(headline)\n\(excerpt.source)\n\(excerpt.mark)"
    }

    /// The first line alone: `firestore.rules:5:22: error: Missing conditional expression after 'if'.`
    public func headline(of diagnostic: Diagnostic) -> String {
        Self.headline(of: diagnostic, in: name)
    }

    static func headline(of diagnostic: Diagnostic, in file: String) -> String {
        let start = diagnostic.range?.start
        let place = start.map { $0.line > 0 ? ":\($0.line):\($0.column)" : "" } ?? ""
        let severity = diagnostic.severity == .error ? "error" : "warning"
        return "\(TerminalText(file).text)\(place): \(severity): \(TerminalText(diagnostic.message).text)"
    }

    private func excerpt(at range: SourceRange) -> SourceExcerpt? {
        guard lineStarts.indices.contains(range.start.line - 1) else { return nil }
        let start = lineStarts[range.start.line - 1]
        let end = source[start...].firstIndex(of: "\n") ?? source.count
        let marked = max(range.endOffset + 1 - range.start.offset, 1)
        return SourceExcerpt(source[start..<end], column: range.start.column - 1, length: marked)
    }
}
