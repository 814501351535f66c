/// Diagnostics in the words in which Google's emulator refuses rules.
public enum EmulatorMessage {
    /// `Error compiling rules:` and a line for each, such as `L3:35 Missing conditional expression after 'if'.`
    ///
    /// Warnings are among the lines, without a mark. What concerns the file as a whole is at `L0:0`.
    public static func text(of diagnostics: [Diagnostic]) -> String {
        diagnostics.reduce("Error compiling rules:") { text, diagnostic in
            let place = diagnostic.range?.start
            return text + "\nL\(place?.line ?? 0):\(place?.column ?? 0) \(diagnostic.message)"
        }
    }
}
