/// Why rules cannot be used.
package struct RulesRefusal: Error, Sendable, CustomStringConvertible {
    /// What is wrong, in the order of the file.
    package let diagnostics: [Diagnostic]
    /// The rules file.
    package let source: SourceFile

    package init(_ diagnostics: [Diagnostic], in source: SourceFile) {
        self.diagnostics = diagnostics.inOrder()
        self.source = source
    }

    /// The diagnostics as text, each with its line of the source.
    package var description: String { DiagnosticRenderer(source).text(of: diagnostics) }
}
