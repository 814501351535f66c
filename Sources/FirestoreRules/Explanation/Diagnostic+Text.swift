extension Diagnostic {
    /// The diagnostic with the line that it is about, the place in it marked.
    ///
    ///     firestore.rules:3:35: error: Missing conditional expression after 'if'.
    ///        3 | allow read: if ;
    ///          |             ^^
    public func text(in source: SourceFile) -> String {
        guard let range else { return line(in: source) }
        let text = SourceText(source)
        let (line, column) = text.line(at: range.start, width: 120)
        let length = min(text.length(inLine: range), max(1, line.unicodeScalars.count - column))
        let number = String(range.start.line)
        let margin = String(repeating: " ", count: max(4, number.count) + 1)
        return "\(self.line(in: source))\n\(margin.dropLast(number.count + 1))\(number) | \(line)\n"
            + "\(margin)| " + String(repeating: " ", count: column) + String(repeating: "^", count: length)
    }
}
