import FirestoreREST
import FirestoreRules

/// Says what is wrong with rules files.
struct RulesCheckFrontend {
    let command: RulesCheckCommand
    let context: CommandContext

    func run() throws -> ExitStatus {
        var counts = (errors: 0, warnings: 0)
        for path in command.files {
            let source = SourceFile(name: path, content: try InputFile.read(path, as: "rules"))
            for diagnostic in Ruleset(source).diagnostics {
                switch diagnostic.severity {
                case .error: counts.errors += 1
                case .warning: counts.warnings += 1
                }
                print(diagnostic, source)
            }
        }
        if command.format == .text {
            context.console.err(
                "\(counts.errors) \(counts.errors == 1 ? "error" : "errors"), "
                    + "\(counts.warnings) \(counts.warnings == 1 ? "warning" : "warnings")")
        }
        return counts.errors > 0 || (command.strict && counts.warnings > 0) ? .failed : .done
    }

    private func print(_ diagnostic: Diagnostic, _ source: SourceFile) {
        switch command.format {
        case .text: context.console.out(diagnostic.text(in: source).printableLines)
        case .json:
            let position = diagnostic.range?.start
            context.console.out(
                JSON.object([
                    "file": .string(source.name), "line": position.map { .integer($0.line) },
                    "column": position.map { .integer($0.column) },
                    "severity": .string(diagnostic.severity == .error ? "error" : "warning"),
                    "message": .string(diagnostic.message),
                ]).compactText)
        }
    }
}
