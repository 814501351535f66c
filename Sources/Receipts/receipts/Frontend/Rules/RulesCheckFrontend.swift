import JSONText
import PrintableText
import RulesCore
import RulesTesting

/// Reports mistakes in rules files.
struct RulesCheckFrontend {
    let command: RulesCheckCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        var counts = (errors: 0, warnings: 0)
        var results: [SARIFReport.Result] = []
        for path in command.files {
            let text = try await InputFile.text(path, as: "rules", in: context)
            let source = SourceFile(name: path, content: text)
            let diagnostics = TestedRules.diagnostics(of: source)
            counts.errors += diagnostics.count { $0.severity == .error }
            counts.warnings += diagnostics.count { $0.severity == .warning }
            switch command.format {
            case .text:
                let renderer = DiagnosticRenderer(source)
                for diagnostic in diagnostics {
                    let text = renderer.text(of: diagnostic).printableLines
                    context.console.out(context.console.styled(diagnostic: text))
                }
            case .json:
                for diagnostic in diagnostics { context.console.out(diagnostic.json(in: source).printedText) }
            case .sarif: results += diagnostics.map { $0.sarif(in: source) }
            }
        }
        if command.format == .sarif {
            context.console.out(sarif: results, of: Diagnostic.sarifRules)
        }
        if command.format == .text {
            context.console.err(
                "\(counts.errors.counted("error")), \(counts.warnings.counted("warning"))")
        }
        return counts.errors > 0 || (command.strict && counts.warnings > 0) ? .failed : .done
    }
}
