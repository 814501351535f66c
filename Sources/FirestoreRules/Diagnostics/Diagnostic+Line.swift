extension Diagnostic {
    /// One line: `firestore.rules:3:35: error: Missing conditional expression after 'if'.`
    public func line(in source: SourceFile) -> String {
        DiagnosticRenderer.headline(of: self, in: source.name)
    }
}
