import FirestoreRules

extension Diagnostic {
    /// The diagnostic, the line that it is about, and a caret below the place.
    func excerpt(of source: SourceFile) -> String {
        let head = line(in: source)
        guard let start = range?.start else { return head }
        let lines = source.content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(start.line - 1) else { return head }
        let text = lines[start.line - 1].prefix(200)
        let indent = text.unicodeScalars.prefix(start.column - 1).map { $0 == "\t" ? "\t" : " " }.joined()
        return "\(head)\n\(text)\n\(indent)^"
    }
}
