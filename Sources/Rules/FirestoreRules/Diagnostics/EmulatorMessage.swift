/// Diagnostics in the words of Google's emulator.
public enum EmulatorMessage {
    /// `Error compiling rules:` and a line for each, such as `L3:35 Missing conditional expression after 'if'.`
    ///
    /// Warnings are listed like errors. Diagnostics of the whole file are at `L0:0`.
    public static func text(of diagnostics: [Diagnostic]) -> String {
        diagnostics.reduce("Error compiling rules:") { text, diagnostic in
            let place = diagnostic.range?.start
            return text + "\nL\(place?.line ?? 0):\(place?.column ?? 0) \(diagnostic.message)"
        }
    }
}
