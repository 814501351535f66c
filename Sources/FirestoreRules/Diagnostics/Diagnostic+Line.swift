extension Diagnostic {
    /// One line: `firestore.rules:3:35: error: Missing conditional expression after 'if'.`
    public func line(in source: SourceFile) -> String {
        let place = range.map { ":\($0.start.line):\($0.start.column)" } ?? ""
        return "\(source.name)\(place): \(severity == .error ? "error" : "warning"): \(message)"
    }
}
